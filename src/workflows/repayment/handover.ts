import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Proof } from '../../domain/case/proof';
import { vouched } from '../activity-proxies';

/**
 * Turns after which a run hands over to the next, well below the server's suggestion. They are counted, since
 * a replay sees another history length.
 */
const TURNS_MAX = 200;

/** How long a run must have received no message before it hands over. */
const QUIET_MS = 1_000;

/** A workflow that goes on in new runs. */
interface LongLived {
  readonly root: Proof | undefined;
  /** Messages and readings of this run so far, each of which adds about a dozen events to its history. */
  readonly turns: number;
  /** Whether nothing is under way that the next run could not begin anew. */
  readonly isAtRest: boolean;
  /** All that it knows, as plain data. */
  carryOver(): object;
}

/**
 * The state that the previous run has handed over; `undefined` in the first run, whatever its caller gave,
 * and in a run that the server starts again, by a retry policy or a schedule.
 */
export function carriedOver(given: unknown): unknown {
  const { continuedFromExecutionRunId, attempt, cronSchedule } = workflowInfo();
  const goesOn = continuedFromExecutionRunId !== undefined && attempt === 1 && !cronSchedule;
  return goesOn ? (Object(given) as { carried?: unknown }).carried : undefined;
}

/**
 * Waits, unless the workflow is handed over to a new run meanwhile: events of one run are limited, years and
 * messages are not. A handover never returns and cancels nothing: the wait ends with the run.
 */
export async function unlessHandedOver<R>(owner: LongLived, wait: () => Promise<R>): Promise<R> {
  const scope = new CancellationScope();
  try {
    return await Promise.race([wait(), scope.run(() => handOver(owner))]);
  } finally {
    scope.cancel();
  }
}

/** Hands over once the history has become long. This run still takes a message that comes meanwhile, and tries again. */
async function handOver(owner: LongLived): Promise<never> {
  for (;;) {
    await condition(() => owner.turns > TURNS_MAX && isPossible(owner));
    const text = JSON.stringify(owner.carryOver());
    const input = { carried: JSON.parse(text) as object };
    const { workflowId } = workflowInfo();
    const [next] = await CancellationScope.nonCancellable(() => vouched(owner.root, [{ workflowId, input }]));
    // A replay has that answer at its place in the history, perhaps before messages that have come since:
    // they would be handled after the run's last step. In every replay, a timer fires after the messages
    // before it.
    await sleep(QUIET_MS, { summary: 'before the case goes on in a new run' });
    if (next && isPossible(owner) && JSON.stringify(owner.carryOver()) === text) await continueAsNew(next);
  }
}

const isPossible = (owner: LongLived): boolean => owner.isAtRest && allHandlersFinished();
