import { caseId } from '../../domain/wire/workflow-ids';
import type { LoanInput } from '../../domain/loan/input';
import { parsing } from '../activity-proxies';
import { requireWorkflowId } from '../case/run-case';

/**
 * Parses the input of a loan, which must run under the id that belongs to its reference: some banks take a second
 * application under a used one.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export async function parsed(given: unknown): Promise<LoanInput> {
  const input = await parsing.parseLoanInput(given);
  requireWorkflowId(caseId('loan', input.reference));
  return input;
}
