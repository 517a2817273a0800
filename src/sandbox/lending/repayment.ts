import { BOOKS } from '../money/ledger';
import { moveMoney } from '../money/movements';
import type { AccountRecord, LoanRecord } from '../records';
import type { BankState } from '../bank-state';
import { outstandingKobo } from './loan';

/** Takes a repayment out of an account that has the money, and books it on the loan. */
export function collect(
  state: BankState,
  loan: LoanRecord,
  account: AccountRecord,
  amountKobo: number,
  reference: string,
): LoanRecord {
  const description = `Repayment ${reference}`;
  moveMoney(state, {
    from: account.number,
    to: BOOKS.lending,
    amountKobo,
    category: 'REPAYMENT',
    description,
  });
  const repaid = state.loans.change(loan.id, { paidKobo: loan.paidKobo + amountKobo });
  state.commit('repayment', reference, { amountKobo, note: loan.id });
  if (outstandingKobo(repaid) === 0) state.commit('loan-closed', loan.id);
  return repaid;
}
