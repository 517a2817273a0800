import { Worker } from '@temporalio/worker';
import { notifiedSignal } from '../../../src/domain/wire/messages';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';
import { workflowBundle } from '../../support/workflow-bundle';

// After a task without commands, a replay joins a second one with the next task, and judges its messages by the later time.
const environment = steering();
const NEVER_SETTLED = '0000000008';
const operator = { actor: 'operator-1', role: 'operator' };

/** A payout that the bank has, about which it says nothing more, and whose last task has left no event. */
async function followed(): Promise<Steered> {
  const payout = await environment.startPayout(
    payoutFile(holderOf('901', NEVER_SETTLED), NEVER_SETTLED, '9000000001'),
  );
  await payout.until(({ waiting }) => waiting?.for === 'PAYOUT_OUTCOME', 0.01);
  await payout.tell('recheck', operator);
  return payout;
}

const eventsOf = async ({ handle }: Steered) => (await handle.fetchHistory()).events ?? [];

async function replay({ handle }: Steered): Promise<void> {
  const options = { workflowBundle: workflowBundle() };
  await Worker.runReplayHistory(options, await handle.fetchHistory(), handle.workflowId);
}

/** Hours later it is told something that it refuses, of which this server keeps an empty task, and something that it takes. */
async function steeredLater(payout: Steered): Promise<void> {
  await environment.sleep(180);
  await payout.refusal('release', operator);
  await payout.tell('recheck', operator);
}

test('a payout that passed over early news, and was steered hours later, can be replayed', async () => {
  const payout = await followed();
  await payout.handle.signal(notifiedSignal);
  await steeredLater(payout);
  await replay(payout);
});

test('the task of a command by signal that the case refuses leaves an event', async () => {
  const payout = await followed();
  const before = (await eventsOf(payout)).length;
  await payout.signal('release', { ...operator, reason: 'CHECKED' });
  await payout.until(
    ({ timeline }) => timeline.some(({ what }) => what === 'Refused the signal release'),
    0.01,
  );
  const kinds = (await eventsOf(payout)).slice(before).map((event) => Object.keys(event).at(-1));
  expect(kinds).toContain('upsertWorkflowSearchAttributesEventAttributes');
  await steeredLater(payout);
  await replay(payout);
});
