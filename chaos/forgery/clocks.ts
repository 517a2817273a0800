import type { WorkflowHandle } from '@temporalio/client';
import type { Clock } from '../../src/domain/time/clock';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { first, second } from '../../test/support/activities/gate';
import { signed } from '../../test/support/authority/forgeries';
import { startedKinds } from '../../test/support/authority/signed-cases';
import { within } from '../within';
import { sendForeign, type Attempt } from './sending';
import { kinds, type StartableNoun } from '../../src/domain/kinds';

/** By it, whatever is to wait has waited. */
const FAST: Clock = { rate: 1_000_000 };
/** By it, no approval ever lapses. */
const HALTED: Clock = { rate: 0.000_001 };
const DAY_MS = 86_400_000;
/** Until then, what cannot be begun has said so. */
const REFUSED_WITHIN_MS = 20_000;

const isClockRefusal = (error: unknown) =>
  String((error as { cause?: { message?: unknown } }).cause?.message).includes('clock must be left out');

/** Whether a case goes on although its input brings a clock. */
async function goesOn(handle: WorkflowHandle): Promise<boolean> {
  const refused = handle.result().then(() => false, isClockRefusal);
  const isRefused = await within(REFUSED_WITHIN_MS, false, refused);
  if (!isRefused) await handle.terminate('the attempt is over').catch(() => undefined);
  return !isRefused;
}

let started = 0;

/** A genuine start, but for the clock that its maker has signed with it. */
const byFastClock =
  (kind: string): Attempt =>
  async (client) => {
    const { type, idOf, input } = startedKinds[kind]!;
    const fields = { ...input(90_000 + started++), clock: FAST };
    const wf = idOf(fields);
    const role = kinds[kind as StartableNoun].start.roles[0] ?? 'operator';
    const args = [await signed({ wf, act: 'start', role, fields })];
    return goesOn(await client.workflow.start(type, { workflowId: wf, taskQueue: WORKFLOW_QUEUE, args }));
  };

/** What people have approved long ago, under a clock for which that was just now. */
const byHaltedClock: Attempt = async (client, { wf, payout, order, prove, approval }) => {
  const agoMs = 4 * DAY_MS;
  const start = await prove('start', { ...payout, clock: HALTED }, { agoMs });
  const approvals = [await approval(first.key, { agoMs }), await approval(second.key, { agoMs })];
  return sendForeign(client, wf, [order, { start, approvals }]);
};

/** Inputs that bring a clock, at workers whose own is that of production. */
export const byClocks: readonly [string, Attempt][] = [
  ...Object.keys(startedKinds).map((kind): [string, Attempt] => [
    `a genuine start of a ${kind} that brings a fast clock`,
    byFastClock(kind),
  ]),
  ['a foreign workflow with lapsed approvals and a clock that stands still', byHaltedClock],
];
