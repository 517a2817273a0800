import type { LoanInput } from '../../domain/loan/input';
import { runCase } from '../case/run-case';
import { apply, submitUnderwriting } from './application';
import { obtainBankStatement } from './bank-statement';
import { resolveBoardIfNeeded } from './post-offer/board-resolution';
import { awaitDecision } from './decision';
import { awaitDisbursement } from './post-offer/disbursement';
import { collectDocuments } from './documents';
import { enrol } from './enrolment';
import { LoanCase } from './loan-case';
import { agreeToTerms, answerOffer } from './post-offer/offer';
import type { LoanResult } from '../../domain/loan/stages';

/** A loan from a customer's record to its disbursement; the repayment then has a workflow of its own. */
export async function loanWorkflow(input: LoanInput): Promise<LoanResult> {
  const loan = new LoanCase(input);
  return runCase(loan, async () => {
    const borrower = await enrol(loan);
    const applicationId = await apply(loan, borrower);
    await submitUnderwriting(loan, applicationId);
    await obtainBankStatement(loan, applicationId);
    await collectDocuments(loan);
    const offer = await awaitDecision(loan, applicationId);
    await answerOffer(loan, applicationId, offer);
    await agreeToTerms(loan, applicationId);
    await resolveBoardIfNeeded(loan, applicationId);
    return awaitDisbursement(loan, applicationId, borrower);
  });
}
