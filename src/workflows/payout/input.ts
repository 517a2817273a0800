import { caseId } from '../../domain/wire/workflow-ids';
import type { PayoutInput } from '../../domain/payout/input';
import { parsing } from '../activity-proxies';
import { requireWorkflowId } from '../case/run-case';

/**
 * Parses the input of a payout or a flush, which must run under the id that belongs to its reference.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export async function parsed(kind: 'payout' | 'flush', given: unknown): Promise<PayoutInput> {
  const input = await (kind === 'flush' ? parsing.parseFlushInput(given) : parsing.parsePayoutInput(given));
  requireWorkflowId(caseId(kind, input.reference));
  return input;
}
