import { condition } from '@temporalio/workflow';
import { endOf, holdersOf } from '../../../domain/loan/disbursement';
import { bestVerdict } from '../../../domain/names/matching';
import type { DisbursementAuthorisation } from '../../../domain/case/authorisation';
import type { TogetherAct } from '../../../domain/case/proof';
import type { LoanInput } from '../../../input/loan-input';
import { firstOf } from '../../case/races';
import { onceAdmitted } from '../../case/records/admission-wait';
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
    const accepted = await acceptedHolder(loan, account, holder);
    if (accepted)
      last = await attempt(loan, STEP, () =>
        setUnlessChanged(loan, applicationId, { account, accepted, last }),
      );
    loan.progress.record(TOLD, last);
  }
  return last;
}

const TOLD = 'disbursement account: told';

/** The account that the bank was told in an earlier run; nothing where it was told none. */
export function toldEarlier({ progress, input }: LoanCase): DisbursementAccount {
  const told = progress.takeUp(TOLD) as DisbursementAccount;
  const { disbursementAccount: wanted } = input;
  const isWanted = told?.accountNumber === wanted?.accountNumber && told?.bankCode === wanted?.bankCode;
  return isWanted ? wanted : told;
}

/** The account that is wanted now, and in whose name it is held. */
async function resolve({ bank, input }: LoanCase) {
  const account = input.disbursementAccount;
  if (!account) return { account, holder: '' };
  const { account_name: holder } = await bank.routine.resolveAccount(targetOf(account));
  return { account, holder };
}

/** That the holder of an account is accepted: by name, or by the command of a person. */
interface Accepted {
  readonly by?: TogetherAct | undefined;
}

/** Nothing when the account was changed before an officer had accepted its holder. */
async function acceptedHolder(
  loan: LoanCase,
  account: DisbursementAccount,
  holder: string,
): Promise<Accepted | undefined> {
  if (!account) return {};
  const verdict = bestVerdict(holdersOf(loan.input), holder);
  const endsWith = endOf(account.accountNumber);
  Object.assign(loan.facts, { disbursementEndsWith: endsWith, disbursementNameVerdict: verdict });
  if (verdict === 'match') return {};
  const finding = verdict === 'close' ? 'is close to' : 'is not';
  loan.raiseAttention(
    `the loan is to be paid into an account ending in ${endsWith}, whose holder's name ${finding} the borrower's`,
    ['confirmAccountHolder', 'setDisbursementAccount', 'withdraw'],
  );
  const confirmed = await firstOf<[Accepted, undefined]>(
    () => loan.commands.ask('confirmAccountHolder').then(({ proof: by }) => ({ by })),
    () => condition(() => loan.input.disbursementAccount !== account).then(() => undefined),
  );
  loan.settleAttention();
  return confirmed;
}

/** The account that the bank was told last: this one, unless another is wanted by now. */
async function setUnlessChanged(
  loan: LoanCase,
  applicationId: string,
  {
    account,
    accepted,
    last,
  }: { account: DisbursementAccount; accepted: Accepted; last: DisbursementAccount },
): Promise<DisbursementAccount> {
  if (!account || loan.input.disbursementAccount !== account) return last;
  const body = { applicationId, ...targetOf(account) };
  const proof = authorisation(loan, accepted);
  await onceAdmitted(loan, () => loan.bank.urgent.setDisbursementAccount(body, ...proof));
  return account;
}

/** What proves that the loan may be paid into it; empty where a message names its own actor. */
function authorisation(
  { commands: { acts }, account: { proof: account } }: LoanCase,
  { by: holder }: Accepted,
): [] | [DisbursementAuthorisation] {
  const start = acts.beginning;
  return start ? [{ start, account, holder }] : [];
}

const targetOf = ({ accountNumber, bankCode }: NonNullable<DisbursementAccount>) => ({
  account_number: accountNumber,
  bank_code: bankCode,
});
