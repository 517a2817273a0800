import { condition, patched } from '@temporalio/workflow';
import { bestVerdict } from '../../../domain/names/matching';
import type { LoanInput } from '../../../input/loan-input';
import { firstOf } from '../../case/races';
import { attempt } from '../../case/steps';
import type { LoanCase } from '../loan-case';

/** An account that a loan is paid into; nothing is the customer's own. */
export type DisbursementAccount = LoanInput['disbursementAccount'];

const STEP = 'Setting the disbursement account';

/**
 * Sets the account that the loan is paid into, once the bank has resolved it and its holder is the borrower, or an
 * officer says that it is right all the same; until it is set, commands can still change it. `set` is what the bank was
 * told before; what it was told last comes back.
 */
export async function setDisbursementAccount(
  loan: LoanCase,
  applicationId: string,
  set: DisbursementAccount,
): Promise<DisbursementAccount> {
  let last = set;
  while (last !== loan.input.disbursementAccount) {
    const { account, holder } = await attempt(loan, STEP, () => resolve(loan));
    if (await isHolderAccepted(loan, account, holder))
      last = await attempt(loan, STEP, () => setUnlessChanged(loan, applicationId, account, last));
  }
  return last;
}

/** The account that is wanted now, and in whose name it is held. */
async function resolve({ bank, input }: LoanCase) {
  const account = input.disbursementAccount;
  if (!account) return { account, holder: '' };
  const { account_name: holder } = await bank.routine.resolveAccount(targetOf(account));
  return { account, holder };
}

/** False when the account was changed before an officer had accepted its holder. */
async function isHolderAccepted(
  loan: LoanCase,
  account: DisbursementAccount,
  holder: string,
): Promise<boolean> {
  if (!account) return true;
  const verdict = bestVerdict(holdersOf(loan.input), holder);
  const endsWith = account.accountNumber.slice(-4);
  Object.assign(loan.facts, { disbursementEndsWith: endsWith, disbursementNameVerdict: verdict });
  // Loans that were under way before holders were compared go on as they were.
  if (verdict === 'match' || !patched('disbursement-holder')) return true;
  const finding = verdict === 'close' ? 'is close to' : 'is not';
  loan.raiseAttention(
    `the loan is to be paid into an account ending in ${endsWith}, whose holder's name ${finding} the borrower's`,
    ['confirmAccountHolder', 'setDisbursementAccount', 'withdraw'],
  );
  const isConfirmed = await firstOf(
    () => loan.commands.ask('confirmAccountHolder').then(() => true),
    () => condition(() => loan.input.disbursementAccount !== account).then(() => false),
  );
  loan.settleAttention();
  return isConfirmed;
}

/** The names in which the borrower may hold an account: their own, and that of their business. */
const holdersOf = ({ customer, businessName }: LoanInput): string[] => [
  `${customer.firstName} ${customer.lastName}`,
  ...(businessName === undefined ? [] : [businessName]),
];

/** The account that the bank was told last: this one, unless another is wanted by now. */
async function setUnlessChanged(
  { bank, input }: LoanCase,
  applicationId: string,
  account: DisbursementAccount,
  last: DisbursementAccount,
): Promise<DisbursementAccount> {
  if (!account || input.disbursementAccount !== account) return last;
  await bank.urgent.setDisbursementAccount({ applicationId, ...targetOf(account) });
  return account;
}

const targetOf = ({ accountNumber, bankCode }: NonNullable<DisbursementAccount>) => ({
  account_number: accountNumber,
  bank_code: bankCode,
});
