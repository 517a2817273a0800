import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
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
    await condition(() => hasLongHistory() && isAtRest());
    const [text, begun] = [JSON.stringify(owner.carryOver()), own.count];
    const carried = JSON.parse(text) as Carried;
    const { workflowId } = workflowInfo();
    const [next] = await vouched(owner.root, [{ workflowId, input: { carried } }]);
    // What came meanwhile belongs to this run; one more is the vouching itself.
    const isUnchanged = own.count === begun + 1 && JSON.stringify(owner.carryOver()) === text;
    if (isAtRest() && isUnchanged) await continueAsNew(next ?? { carried });
  }
}

function hasLongHistory(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > HISTORY_MAX;
}
