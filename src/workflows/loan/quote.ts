import { isCancellation } from '@temporalio/workflow';
import { onTerms, type Terms } from '../../domain/loan/application';
import { nairaText } from '../../domain/money/amounts';
import { inWords } from '../case/failures';
import type { RepaymentCase } from '../repayment/repayment-case';
import type { LoanCase } from './loan-case';

/** Asks the bank what a loan would cost: as it was applied for, or on other terms. */
export const quoteTerms = (loan: LoanCase, wanted: Terms): Promise<void> =>
  quoted(loan, async () => {
    const { application, underwriting } = loan.input;
    const { amountKobo, months } = onTerms(application, wanted);
    const terms = { loan_amount: amountKobo, tenure: months, state: underwriting.address.state };
    const { monthlyRepayment, totalRepayment, interestRate } =
      await loan.bank.routine.calculateRepayment(terms);
    Object.assign(loan.facts, {
      quotedKobo: terms.loan_amount,
      quotedMonths: terms.tenure,
      quotedMonthlyKobo: monthlyRepayment,
      quotedTotalKobo: totalRepayment,
      quotedInterestRate: interestRate,
    });
    return `${nairaText(totalRepayment)} in all for ${nairaText(terms.loan_amount)} over ${terms.tenure} months`;
  });

export const quoteSettlement = (loan: RepaymentCase): Promise<void> =>
  quoted(loan, async () => {
    const { customerId, loanId } = loan.input;
    const active = await loan.bank.routine.getActiveLoan({ customer_id: customerId });
    if (active?.loanId !== loanId) return 'none, since the active loan of the customer is not this one';
    loan.facts.settlementKobo = active.outstandingBalance;
    return `${nairaText(active.outstandingBalance)} would settle the loan`;
  });

/** Nothing waits for a quote: the case only notes that the bank refused it. */
async function quoted(loan: LoanCase | RepaymentCase, ask: () => Promise<string>): Promise<void> {
  try {
    const quote = await ask();
    loan.facts.quotedAt = loan.now();
    loan.note('system', `Quote: ${quote}`);
  } catch (error) {
    if (isCancellation(error)) return;
    loan.note('system', `No quote: ${inWords(error)}`);
  }
  loan.publish();
}
