import type { LoanInput } from '../../../input/loan-input';
import { attempt } from '../../case/steps';
import type { LoanCase } from '../loan-case';

/** An account that a loan is paid into; nothing is the customer's own. */
export type DisbursementAccount = LoanInput['disbursementAccount'];

/**
 * Sets the account that the loan is paid into, once the bank has resolved it; until it is set, commands can still
 * change it. `set` is what the bank was told before; what it was told last comes back.
 */
export async function setDisbursementAccount(
  loan: LoanCase,
  applicationId: string,
  set: DisbursementAccount,
): Promise<DisbursementAccount> {
  let last = set;
  while (last !== loan.input.disbursementAccount)
    last = await attempt(loan, 'Setting the disbursement account', () => setNow(loan, applicationId));
  return last;
}

async function setNow(loan: LoanCase, applicationId: string): Promise<DisbursementAccount> {
  const { bank, input } = loan;
  const account = input.disbursementAccount;
  if (!account) return undefined;
  const target = { account_number: account.accountNumber, bank_code: account.bankCode };
  await bank.routine.resolveAccount(target);
  await bank.urgent.setDisbursementAccount({ applicationId, ...target });
  return account;
}
