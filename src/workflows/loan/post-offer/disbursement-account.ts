import { condition } from '@temporalio/workflow';
import { endOf } from '../../../domain/loan/disbursement';
import type { NameVerdict } from '../../../domain/names/matching';
import type { DisbursementAuthorisation } from '../../../domain/case/send-authorisation';
import { lendingRulesOf } from '../../../domain/loan/policy';
import type { TogetherAct } from '../../../domain/case/proof';
import type { LoanInput } from '../../../domain/loan/input';
import { differingHolder } from '../../case/failures';
import { onceAdmitted } from '../../case/send-once';
import { attempt, firstOf } from '../../case/steps';
import type { LoanCase } from '../loan-case';

/** The account to pay the loan into; `undefined` means the customer's own account. */
export type DisbursementAccount = LoanInput['disbursementAccount'];

type Account = NonNullable<DisbursementAccount>;

const STEP = 'Setting the disbursement account';

/**
 * Sets the account that the loan is paid into, once its holder is the borrower by the bank's record, or
 * officers confirm it all the same; until it is set, commands can still change it. `set` is the account that
 * the bank was told before; the result is the one that it was told last.
 */
export async function setDisbursementAccount(
  loan: LoanCase,
  applicationId: string,
  set: DisbursementAccount,
): Promise<DisbursementAccount> {
  let last = set;
  let confirmed: Confirmed | undefined;
  while (last !== loan.input.disbursementAccount) {
    const account = loan.input.disbursementAccount;
    const verdict =
      account && (await attempt(loan, STEP, () => tell(loan, applicationId, account, confirmed)));
    confirmed =
      account && verdict && verdict !== 'match' ? await askAbout(loan, account, verdict) : undefined;
    if (verdict === 'match') last = account;
  }
  return last;
}

/** People's confirmation of an account, with their acts if those are signed. */
interface Confirmed {
  readonly endsWith: string;
  readonly by?: TogetherAct | undefined;
}

/** `undefined` if the account was changed before an officer had confirmed it. */
async function askAbout(
  loan: LoanCase,
  account: Account,
  verdict: NameVerdict,
): Promise<Confirmed | undefined> {
  const endsWith = endOf(account.accountNumber);
  const finding = verdict === 'close' ? 'is close to' : 'is not';
  loan.raiseAttention(
    `the loan is to be paid into an account ending in ${endsWith}, whose holder's name ${finding} the borrower's`,
    ['confirmAccountHolder', 'setDisbursementAccount', 'withdraw'],
  );
  const confirmed = await firstOf<[Confirmed, undefined]>(
    () => loan.commands.ask('confirmAccountHolder').then(({ proof: by }) => ({ endsWith, by })),
    () => condition(() => loan.input.disbursementAccount !== account).then(() => undefined),
  );
  loan.settleAttention();
  return confirmed;
}

/** Tells the bank, unless another account is wanted by now. @returns the verdict on the holder's name */
async function tell(
  loan: LoanCase,
  applicationId: string,
  account: Account,
  confirmed: Confirmed | undefined,
): Promise<NameVerdict | undefined> {
  if (loan.input.disbursementAccount !== account) return undefined;
  const body = { applicationId, ...targetOf(account) };
  const proof = authorisation(loan, confirmed);
  loan.nameOnAccount = undefined;
  const verdict = await onceAdmitted(loan, () => loan.bank.urgent.setDisbursementAccount(body, proof)).then(
    () => 'match' as const,
    (error: unknown) => {
      const differs = differingHolder(error);
      if (!differs) throw error;
      const [verdict, name] = differs;
      loan.nameOnAccount = name;
      return verdict;
    },
  );
  if (!confirmed)
    Object.assign(loan.facts, {
      disbursementEndsWith: endOf(account.accountNumber),
      disbursementNameVerdict: verdict,
    });
  return verdict;
}

function authorisation(
  { commands: { acts }, accountNamers, input: { lending } }: LoanCase,
  confirmed: Confirmed | undefined,
): DisbursementAuthorisation {
  const start = acts.beginning;
  const account = accountNamers.at(-1)?.proof;
  return start
    ? { start, lending: lendingRulesOf(lending), account, holder: confirmed?.by }
    : { confirmed: confirmed?.endsWith };
}

const targetOf = ({ accountNumber, bankCode }: Account) => ({
  account_number: accountNumber,
  bank_code: bankCode,
});
