import type { BankState, AccountRecord, LoanRecord } from '../../sandbox/bank-state';
import { dueKobo, outstandingKobo, collect } from '../../sandbox/lending/loan';
import { accountNumbered, staticAccountOf } from '../../sandbox/money/accounts';
import { receiveTransfer } from '../../sandbox/money/fees';
import { BOOKS, type Movement } from '../../sandbox/money/ledger';
import { moveMoney } from '../../sandbox/money/movements';
import { reversePayout, settlePayout } from '../../sandbox/money/payouts';
import { PAYING_ACCOUNT } from '../readings/lender';
import type { BANK_ACTS } from './program';

type BankAct = (typeof BANK_ACTS)[number];

/** What happens at the bank without anybody of ours, around a case's references; a debit that nobody ordered is told. */
export const bankActs: Readonly<
  Record<BankAct, (bank: BankState, references: readonly string[], share: number) => Movement | undefined>
> = {
  reverse(bank, references) {
    const payout = bank.payouts.all().find(({ reference }) => references.includes(reference));
    if (payout?.status === 'SUCCESS' && payout.returned !== true) reversePayout(bank, payout.id);
    return undefined;
  },
  borrowerPays(bank, references, share) {
    const { loan, account } = borrowing(bank, references);
    if (loan && account)
      pay(bank, loan, account, Math.ceil((dueKobo(loan, bank.now) || outstandingKobo(loan)) * share));
    return undefined;
  },
  borrowerWithdraws(bank, references, share) {
    const { account } = borrowing(bank, references);
    const amountKobo = account ? Math.floor(bank.ledger.balanceOf(account.number) * share) : 0;
    if (account && amountKobo > 0) takeOut(bank, account.number, amountKobo, 'Withdrawal');
    return undefined;
  },
  borrowerGetsMoney(bank, references, share) {
    const { loan, account } = borrowing(bank, references);
    if (loan && account)
      receiveTransfer(bank, account, Math.max(20_000, Math.ceil(outstandingKobo(loan) * share)), 'Salary');
    return undefined;
  },
  foreignDebit: (bank) => takeOut(bank, PAYING_ACCOUNT, 7_700, 'Card payment'),
  income(bank) {
    receiveTransfer(bank, accountNumbered(bank, PAYING_ACCOUNT), 33_300, 'Sales');
    return undefined;
  },
};

function borrowing(bank: BankState, references: readonly string[]) {
  const loan = bank.loans
    .all()
    .find(({ applicationId }) =>
      references.includes(bank.applications.get(applicationId)?.request.reference ?? applicationId),
    );
  return { loan, account: loan && staticAccountOf(bank, loan.customerId) };
}

const takeOut = (bank: BankState, from: string, amountKobo: number, description: string): Movement =>
  moveMoney(bank, { from, to: BOOKS.outside, amountKobo, category: 'TRANSFER', description });

/** The borrower transfers so much, and the loan takes it at once. */
function pay(bank: BankState, loan: LoanRecord, account: AccountRecord, amountKobo: number): void {
  if (amountKobo <= 0) return;
  receiveTransfer(bank, account, amountKobo + bank.settings.stampDutyKobo, 'Loan repayment');
  collect(bank, loan, account, amountKobo, `TRF-${bank.random.digits(12)}`);
}

/** Payouts that the bank had left open for good end as paid. */
export function settleForGood(bank: BankState): void {
  for (const { id, status, course } of bank.payouts.all())
    if (course.ends === 'NEVER' && status === course.shows) settlePayout(bank, id);
}

/** Every borrower transfers all that is left to pay. */
export function borrowersPay(bank: BankState): void {
  for (const loan of bank.loans.all()) {
    const account = staticAccountOf(bank, loan.customerId);
    if (account) pay(bank, loan, account, outstandingKobo(loan));
  }
}
