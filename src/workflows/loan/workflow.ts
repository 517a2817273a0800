import type { LoanInput } from '../../input/loan-input';
import { runCase } from '../case/run-case';
import type { LoanResult } from '../results';
import { apply, submitUnderwriting } from './application';
import { obtainBankStatement } from './bank-statement';
import { resolveBoardIfNeeded } from './post-offer/board-resolution';
import { awaitDecision } from './decision';
import { awaitDisbursement } from './post-offer/disbursement';
import { collectDocuments, takeDocuments } from './documents';
import { enrol } from './enrolment';
import { LoanCase } from './loan-case';
import { agreeToTerms, answerOffer } from './post-offer/offer';

/** A loan from a customer's record to its disbursement; the repayment then has a workflow of its own. */
export async function loanWorkflow(input: LoanInput): Promise<LoanResult> {
  const loan = new LoanCase(input);
  const once = loan.progress.once.bind(loan.progress);
  return runCase(loan, async () => {
    const borrower = await once('enrolment', () => enrol(loan));
    const applicationId = await once('application', () => apply(loan, borrower));
    takeDocuments(loan, applicationId);
    await once('underwriting', () => submitUnderwriting(loan, applicationId));
    await once('bank statement', () => obtainBankStatement(loan, applicationId));
    await once('documents', () => collectDocuments(loan));
    const offer = await once('decision', () => awaitDecision(loan, applicationId));
    await once('offer', () => answerOffer(loan, applicationId, offer));
    await once('terms', () => agreeToTerms(loan, applicationId));
    await once('board resolution', () => resolveBoardIfNeeded(loan, applicationId));
    return awaitDisbursement(loan, applicationId, borrower);
  });
}
