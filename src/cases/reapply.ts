import type { Client } from '@temporalio/client';
import { kinds } from '../domain/kinds';
import { onTerms, type Terms } from '../domain/loan/application';
import { documentProblems } from '../domain/loan/documents';
import { loanInput, type CheckedLoan } from '../domain/loan/input';
import type { LoanResult } from '../domain/loan/stages';
import { caseId } from '../domain/wire/workflow-ids';
import { inputProblems } from '../input/problems';
import { sendCommand } from './commands';
import { refusal, timedOut, wrongUse } from './request-error';
import type { CommandPayload } from './signing';
import { startCase, type Started } from './start';
import { requireStartable, startedInput } from './started-input';
import { existing } from './workflow-chain';

/** The terms of a loan that takes the place of another one. */
export interface NewTerms extends Terms {
  readonly newReference: string;
}

/**
 * Withdraws a loan and starts another one in its place, with the first one's input and new terms, once the
 * first has ended. A repeat continues where the first attempt stopped. @throws RequestError
 */
export async function reapply(
  client: Client,
  reference: string,
  { newReference, ...terms }: NewTerms,
  by: CommandPayload,
): Promise<Started> {
  const workflowId = await existing(client, caseId('loan', reference));
  const before = (await startedInput(client, workflowId)) as CheckedLoan;
  const { data, error } = loanInput.safeParse({
    ...before,
    reference: newReference,
    application: onTerms(before.application, terms),
  });
  if (!data) throw wrongUse(`The new loan cannot be started: ${inputProblems(error).join('; ')}.`);
  const problems = documentProblems(newReference, data.documents);
  if (problems.length > 0) throw wrongUse(`The new loan cannot be started: ${problems.join('; ')}.`);
  await requireStartable(client, data);
  await withdrawn(client, workflowId, {
    ...by,
    reason: 'BORROWER_REQUEST',
    requestId: newReference,
  });
  return startCase(client, kinds.loan, data);
}

const ENDS_WITHIN_MS = 60_000;

/** Ends a loan that was not disbursed; a repeat finds it ended. */
async function withdrawn(client: Client, workflowId: string, by: CommandPayload): Promise<void> {
  const loan = client.workflow.getHandle(workflowId);
  const { status } = await loan.describe();
  if (status.name === 'RUNNING') await sendCommand(client, workflowId, 'withdraw', by);
  else if (status.name !== 'COMPLETED')
    throw refusal(
      'The loan was ended by force, and the bank may still have its application: nothing was withdrawn or started.',
    );
  const ends = client.withDeadline(Date.now() + ENDS_WITHIN_MS, () => loan.result());
  const { stage } = (await ends.catch(() => {
    throw timedOut(
      'The withdrawal is under way, or waits for the bank to close the application: give the same command again once it has.',
    );
  })) as LoanResult;
  if (stage === 'DISBURSED') throw refusal('The loan has been disbursed: it stays as it is.');
}
