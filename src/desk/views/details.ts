import type { CaseDetails } from '../../domain/case/details';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import { payoutFacts, type PayoutFacts } from '../contract/approvals';
import { borrower } from '../contract/case-page';

/** The name by which people know a case: of its borrower, or of whom it pays. */
export const nameOf = ({ customer, beneficiary }: CaseDetails): string | undefined =>
  customer ? [customer.firstName, customer.lastName].join(' ') : beneficiary?.accountName;

/** A payout as it stands; `undefined` of another kind of case. */
export function payoutOf(
  details: CaseDetails,
  facts: CaseSnapshot['facts'],
  banks: ReadonlyMap<string, string>,
): PayoutFacts | undefined {
  const { createdBy, source, beneficiary, remark, nameInQuestion } = details;
  if (!beneficiary) return undefined;
  const { amountKobo, dutyKobo, feeKobo, purpose, nameVerdict } = facts;
  return payoutFacts.safeParse({
    ...{ amountKobo, dutyKobo, feeKobo, purpose, nameVerdict, remark },
    sourceEndsWith: endOf(source?.accountNumber),
    beneficiaryEndsWith: endOf(beneficiary.accountNumber),
    bankCode: beneficiary.bankCode,
    bankName: banks.get(beneficiary.bankCode),
    givenName: beneficiary.accountName,
    resolvedName: nameInQuestion,
    makers: createdBy === undefined ? [] : [createdBy],
  }).data;
}

/** The borrower of a loan, or the customer of an enrolment; `undefined` of another kind of case. */
export function borrowerOf({ customer, businessName, application }: CaseDetails) {
  if (!customer) return undefined;
  const { street, city, state, country } = customer.address;
  return borrower.safeParse({
    ...customer,
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
