import type { CaseDetails } from '../../domain/case/details';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import { payoutFacts, type PayoutFacts } from '../contract/approvals';
import { borrower } from '../contract/case-page';
import type { Person } from '../login/roles';

/** The name by which people know a case: of its borrower, or of whom it pays. */
export const nameOf = ({ customer, beneficiary }: CaseDetails): string | undefined =>
  customer ? [customer.firstName, customer.lastName].join(' ') : beneficiary?.accountName;

/** A question about a payout names its account whole, for who pays or approves. */
export const seesAccounts = ({ roles }: Pick<Person, 'roles'>): boolean =>
  roles.some((role) => role === 'operator' || role === 'approver');

/** Who looks at a payout, and the banks by their codes. */
interface Looking {
  readonly person: Pick<Person, 'roles'>;
  readonly banks: ReadonlyMap<string, string>;
}

/** A payout as it stands; `undefined` of another kind of case. */
export function payoutOf(
  details: CaseDetails,
  facts: CaseSnapshot['facts'],
  { person, banks }: Looking,
): PayoutFacts | undefined {
  const { createdBy, source, beneficiary, remark, nameOnAccount } = details;
  if (!beneficiary) return undefined;
  const { amountKobo, dutyKobo, feeKobo, purpose, nameVerdict } = facts;
  const { nameConfirmedBy: by, nameConfirmedFor: why } = facts;
  return payoutFacts.safeParse({
    ...{ amountKobo, dutyKobo, feeKobo, purpose, nameVerdict, remark },
    sourceEndsWith: endOf(source?.accountNumber),
    beneficiaryEndsWith: endOf(beneficiary.accountNumber),
    beneficiaryAccount: seesAccounts(person) ? beneficiary.accountNumber : undefined,
    bankCode: beneficiary.bankCode,
    bankName: banks.get(beneficiary.bankCode),
    givenName: beneficiary.accountName,
    resolvedName: nameOnAccount,
    nameConfirmed: by === undefined ? undefined : { by, why },
    before: changedIn(details, { person, banks }),
    makers: createdBy === undefined ? [] : [createdBy],
  }).data;
}

/** What a payout was as it was made, as far as that was changed since. */
function changedIn({ made, amountKobo, beneficiary, remark }: CaseDetails, { person, banks }: Looking) {
  if (!made) return undefined;
  const changed = <V>(was: V, is: V) => (was === is ? undefined : was);
  const account = changed(made.beneficiary?.accountNumber, beneficiary?.accountNumber);
  const bank = changed(made.beneficiary?.bankCode, beneficiary?.bankCode);
  return {
    amountKobo: changed(made.amountKobo, amountKobo),
    account: account && (seesAccounts(person) ? account : `…${endOf(account)}`),
    bank: bank && bankText(bank, banks),
    givenName: changed(made.beneficiary?.accountName, beneficiary?.accountName),
    remark: changed(made.remark, remark),
  };
}

/** A bank by its name in the bank's own list, and its code. */
export const bankText = (code: string, banks: ReadonlyMap<string, string>): string =>
  [banks.get(code), code].filter(Boolean).join(', ');

/** The borrower of a loan, or the customer of an enrolment; `undefined` of another kind of case. */
export function borrowerOf({ customer, businessName, application }: CaseDetails, mayReveal: boolean) {
  if (!customer) return undefined;
  const { street, city, state, country } = customer.address;
  return borrower.safeParse({
    ...customer,
    mayReveal,
    ...{ name: nameOf({ customer }), businessName, address: [street, city, state, country].join(', ') },
    ...{ amountKobo: application?.amountKobo, months: application?.months },
  }).data;
}

/** What the case has now, by the fields of the commands that change it: of accounts and identity numbers the last digits. */
export const presentOf = (command: string, details: CaseDetails): Present =>
  PRESENT[command]?.(details) ?? {};

type Present = Readonly<Record<string, string | number | undefined>>;

const PRESENT: Readonly<Record<string, (details: CaseDetails) => Present>> = {
  amend: ({ amountKobo, beneficiary, remark }) => ({
    ...{ amountKobo, remark, bankCode: beneficiary?.bankCode, accountName: beneficiary?.accountName },
    accountNumber: beneficiary && `…${endOf(beneficiary.accountNumber)}`,
  }),
  correctCustomer: ({ customer }) => ({
    ...{ bvn: customer?.bvn, nin: customer?.nin, dateOfBirth: customer?.dateOfBirth },
  }),
  updateApplication: ({ application }) => ({ ...application }),
};

/** The last digits of an account. */
export const endOf = (account: string | undefined): string | undefined => account?.slice(-4);
