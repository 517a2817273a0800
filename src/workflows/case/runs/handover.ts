import { allHandlersFinished, condition, continueAsNew, sleep, workflowInfo } from '@temporalio/workflow';
import type { Proof } from '../../../domain/case/proof';
import { vouched } from '../../succession';
import type { Carried } from './carried';
import { underWay } from './under-way';

/** Events after which a run hands over to the next, well below what the server suggests. */
const HISTORY_MAX = 2_000;

/** A case that a run hands over to the next one. */
export interface HandedOver {
  /** Whether nothing keeps it in this run: every child that it must hear of has ended. */
  readonly mayHandOver: boolean;
  readonly root: Proof | undefined;
  carryOver(): Carried;
}

/**
 * Hands a case over to a new run once its history has become long: events of one run are limited, years and messages are
 * not. Waits until nothing is under way that the new run could not ask for again, and never returns.
 */
export async function handOver(owner: HandedOver): Promise<never> {
  const own = underWay();
  const isAtRest = () => owner.mayHandOver && own.isNothing && allHandlersFinished();
  // Ends with the run.
  for (;;) {
    own.isGoingOn = false;
    await condition(() => hasLongHistory() && isAtRest());
    // A command that comes now would keep the run from its end, and commands can come one right after the other.
    own.isGoingOn = true;
    const [text, begun] = [JSON.stringify(owner.carryOver()), own.count];
    const carried = JSON.parse(text) as Carried;
    const { workflowId } = workflowInfo();
    const [next] = await vouched(owner.root, [{ workflowId, input: { carried } }]);
    // A replay has that answer where it was written down, which may be before messages that have come since: they would be
    // handled after the run's last step. A timer fires after what came before it, in every replay.
    await sleep(1);
    // What came meanwhile belongs to this run; one more is the vouching itself.
    const isUnchanged = own.count === begun + 1 && JSON.stringify(owner.carryOver()) === text;
    if (isAtRest() && isUnchanged) await continueAsNew(next ?? { carried });
  }
}

function hasLongHistory(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > HISTORY_MAX;
}
