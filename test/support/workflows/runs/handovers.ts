import type { PayoutPolicy } from '../../../../src/domain/payout/policy';
import type { CaseSnapshot } from '../../../../src/domain/case/snapshot';
import type { SandboxSettings } from '../../../../src/sandbox/settings';
import { bundleOfShortRuns, workflowBundle } from '../../workflow-bundle';
import { fastServers } from '../fast-server';
import type { Steered, Steering } from '../steering';

/** Events after which a run hands over where runs are short. */
const SHORT_RUN = 60;

/** Notes that fill a short run: each is an update of about five events. */
const NOTES = 15;

/** Two environments that are alike, but for the length of runs. */
export const shortAndLong = (settings?: SandboxSettings, policy?: PayoutPolicy) =>
  fastServers(() => {
    const alike = { ...(settings && { settings }), ...(policy && { policy }) };
    return {
      short: { ...alike, bundle: bundleOfShortRuns(SHORT_RUN) },
      long: { ...alike, bundle: workflowBundle() },
    };
  });

/** Ids of the runs of a case, the latest one first. */
export async function runsOf(environment: Steering, workflowId: string, runId?: string): Promise<string[]> {
  const { events } = await environment
    .parts()
    .env.client.workflow.getHandle(workflowId, runId)
    .fetchHistory();
  const { originalExecutionRunId, continuedExecutionRunId: earlier } =
    events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
  return [originalExecutionRunId ?? '', ...(earlier ? await runsOf(environment, workflowId, earlier) : [])];
}

/** Sends as many notes as fill two short runs; the first of them is sent again afterwards, and changes nothing. */
export async function crowd(steered: Steered): Promise<void> {
  for (let note = 0; note < 2 * NOTES; note++)
    await steered.tell('addNote', { requestId: `N-${note}`, text: `note ${note}` });
  const again = await steered.tell('addNote', { requestId: 'N-0', text: 'note 0' });
  expect(again.repeated).toBe(true);
}

/** A life as it is told, without instants and without what differs between two cases that are alike. */
export const told = ({ timeline, facts, stage, assignee }: CaseSnapshot) => ({
  stage,
  assignee,
  facts: Object.keys(facts).sort(),
  timeline: timeline.map(({ by, what, note = '' }) => `${by} | ${what} | ${note}`.replace(/\S*\d\S*/g, '#')),
});
