import { beneficiaryKey } from '../../domain/batch/rows';
import type { CaseDetails } from '../../domain/case/details';
import { latestWords, type CaseSnapshot } from '../../domain/case/snapshot';
import { payoutCommands } from '../../domain/payout/commands';
import type { PayingAccount } from '../../domain/payout/terms';
import { payoutFacts, type PayoutFacts } from '../contract/approvals';
import { borrower } from '../contract/case-page';
import { hasOneOf, type Person } from '../login/roles';

/** The name by which people know a case: its borrower's or its beneficiary's. */
export const nameOf = ({ customer, beneficiary }: CaseDetails): string | undefined =>
  customer ? [customer.firstName, customer.lastName].join(' ') : beneficiary?.accountName;

/** Whether a person sees whole account numbers: people who pay or approve must see what they decide about. */
export const seesAccounts = (person: Pick<Person, 'roles'>): boolean =>
  hasOneOf(person, ['operator', 'supervisor', 'approver']);

/** What the desk knows beside the cases. */
export interface Known {
  /** The names of banks by their codes; empty until the list arrives. */
  readonly banks: ReadonlyMap<string, string>;
  /** Our paying accounts that the settings name. */
  readonly accounts: readonly PayingAccount[];
  /** Those of the payees whose accounts were paid before; missing if nobody has to know. */
  readonly paidBefore?: ReadonlySet<string> | undefined;
  readonly alike?: PayoutFacts['alike'];
}

/** How a person looks at a payout. */
export interface Looking extends Known {
  /** Whether they see the beneficiary's whole account number. */
  readonly seesWhole: boolean;
}

/** An account of ours, with its name if the settings give it one. */
export const ownAccount = (number: string | undefined, { accounts }: Pick<Known, 'accounts'>) =>
  number === undefined
    ? undefined
    : (accounts.find(({ accountNumber }) => accountNumber === number) ?? { accountNumber: number });

/** The present data of a payout; `undefined` for another kind of case. */
export function payoutOf(
  details: CaseDetails,
  { facts, timeline }: Pick<CaseSnapshot, 'facts' | 'timeline'>,
  looking: Looking,
): PayoutFacts | undefined {
  const said = (name: 'confirmName' | 'hold' | 'release') =>
    latestWords(timeline, payoutCommands[name].summary);
  const { banks, seesWhole, paidBefore, alike } = looking;
  const { createdBy, source, beneficiary, remark, nameOnAccount } = details;
  const { makers = createdBy === undefined ? [] : [createdBy] } = details;
  if (!beneficiary) return holderOf(details, facts, looking);
  const { amountKobo, dutyKobo, feeKobo, purpose, nameVerdict } = facts;
  const { nameConfirmedBy: by, nameConfirmedFor: why, heldBy, heldFor, releasedBy, releasedFor } = facts;
  const released = releasedBy !== undefined && { releasedBy, releasedFor, releaseNote: said('release') };
  return payoutFacts.safeParse({
    ...{ amountKobo, dutyKobo, feeKobo, purpose, nameVerdict, remark, alike },
    source: ownAccount(source?.accountNumber, looking),
    beneficiaryEndsWith: endOf(beneficiary.accountNumber),
    beneficiaryAccount: seesWhole ? beneficiary.accountNumber : undefined,
    isNew: paidBefore && !paidBefore.has(beneficiaryKey(beneficiary)),
    bankCode: beneficiary.bankCode,
    bankName: banks.get(beneficiary.bankCode),
    givenName: beneficiary.accountName,
    resolvedName: nameOnAccount,
    nameConfirmed: by === undefined ? undefined : { by, why, note: said('confirmName') },
    held: heldBy === undefined ? undefined : { by: heldBy, why: heldFor, note: said('hold'), ...released },
    before: changedIn(details, looking),
    makers: [...new Set(makers)],
  }).data;
}

/** The account of a loan whose holder is not the borrower by name, while people decide about it. */
function holderOf(
  { nameOnAccount, customer, disbursementAccount: account }: CaseDetails,
  { offerAmountKobo, disbursementEndsWith, disbursementNameVerdict }: CaseSnapshot['facts'],
  { banks }: Looking,
): PayoutFacts | undefined {
  if (nameOnAccount === undefined || !account) return undefined;
  return payoutFacts.safeParse({
    ...{ amountKobo: offerAmountKobo, beneficiaryEndsWith: disbursementEndsWith, makers: [] },
    ...{ bankCode: account.bankCode, bankName: banks.get(account.bankCode) },
    ...{ givenName: nameOf({ customer }), resolvedName: nameOnAccount },
    nameVerdict: disbursementNameVerdict,
  }).data;
}

/** The original values of a payout's changed fields. */
function changedIn({ made, amountKobo, beneficiary, remark }: CaseDetails, { banks, seesWhole }: Looking) {
  if (!made) return undefined;
  const changed = <V>(was: V, is: V) => (was === is ? undefined : was);
  const account = changed(made.beneficiary?.accountNumber, beneficiary?.accountNumber);
  const bank = changed(made.beneficiary?.bankCode, beneficiary?.bankCode);
  return {
    amountKobo: changed(made.amountKobo, amountKobo),
    account: account && (seesWhole ? account : `…${endOf(account)}`),
    bank: bank && bankText(bank, banks),
    givenName: changed(made.beneficiary?.accountName, beneficiary?.accountName),
    remark: changed(made.remark, remark),
  };
}

/** A bank's name on the bank's own list, and its code. */
export const bankText = (code: string, banks: ReadonlyMap<string, string>): string =>
  [banks.get(code), code].filter(Boolean).join(', ');

/** The borrower of a loan, or the customer of an enrolment; `undefined` for another kind of case. */
export function borrowerOf({ customer, businessName, application }: CaseDetails, mayReveal: boolean) {
  if (!customer) return undefined;
  const { street, city, state, country } = customer.address;
  return borrower.safeParse({
    ...{ ...customer, ...application, mayReveal },
    ...{ name: nameOf({ customer }), businessName, address: [street, city, state, country].join(', ') },
  }).data;
}

/** The present values of the fields that a command changes; for accounts and identity numbers last digits. */
export const presentOf = (
  command: string,
  details: CaseDetails,
  facts: CaseSnapshot['facts'] = {},
): Present => PRESENT[command]?.(details, facts) ?? {};

type Present = Readonly<Record<string, string | number | undefined>>;

const PRESENT: Readonly<Record<string, (details: CaseDetails, facts: CaseSnapshot['facts']) => Present>> = {
  amend: ({ amountKobo, beneficiary, remark }) => ({
    ...{ amountKobo, remark, bankCode: beneficiary?.bankCode, accountName: beneficiary?.accountName },
    accountNumber: beneficiary && `…${endOf(beneficiary.accountNumber)}`,
  }),
  correctCustomer: ({ customer }) => ({
    ...{ bvn: customer?.bvn, nin: customer?.nin, dateOfBirth: customer?.dateOfBirth },
  }),
  updateApplication: ({ application }) => ({ ...application }),
  quote: ({ application }) => ({ ...application }),
  correctBankStatement: ({ bankStatement }) => ({ ...bankStatement }),
  setDisbursementAccount: ({ disbursementAccount }) => ({ ...disbursementAccount }),
  recordPromise: (_, { promisedOn }) => ({ promisedOn: promisedOn ?? undefined }),
};

export const endOf = (account: string | undefined): string | undefined => account?.slice(-4);
