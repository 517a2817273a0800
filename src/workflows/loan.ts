import type { LoanInput } from '../input/loan-input';
import { apply, collectDocuments, enrol, obtainBankStatement } from './loan/application';
import { LoanCase } from './loan/loan-case';
import { agreeToTerms, answerOffer, awaitDecision } from './loan/offer';
import { awaitDisbursement, handOverToRepayment, resolveBoardIfNeeded } from './loan/post-offer';
import type { LoanResult } from './results';

/** A loan from a customer's record to its disbursement; the repayment then has a workflow of its own. */
export async function loanWorkflow(input: LoanInput): Promise<LoanResult> {
  const loan = new LoanCase(input);
  return loan.run(async () => {
    await enrol(loan);
    await apply(loan);
    await obtainBankStatement(loan);
    await collectDocuments(loan);
    await answerOffer(loan, await awaitDecision(loan));
    await agreeToTerms(loan);
    await resolveBoardIfNeeded(loan);
    return handOverToRepayment(loan, await awaitDisbursement(loan));
  });
}
