import { createHash } from 'node:crypto';
import type { LoanFile } from '../../../src/domain/loan/input';
import type { PayoutFile } from '../../../src/domain/payout/input';

const pdf = (about: string) =>
  `%PDF-1.4\n% ${about}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`;

/** Files of a document store, by name. */
export const documentFiles = {
  'identity.pdf': pdf('identity'),
  'address.pdf': pdf('address'),
  'registration.pdf': pdf('registration'),
  'form7.pdf': pdf('form 7'),
  'board.pdf': pdf('board resolution'),
  'board-again.pdf': pdf('another board resolution'),
  'notes.txt': 'not a document that the bank takes',
};

export type DocumentName = keyof typeof documentFiles;

export const sha256 = (name: DocumentName): string =>
  createHash('sha256').update(documentFiles[name]).digest('hex');

let made = 0;

/** A BVN that no scenario stands for, another one each time. */
const freshBvn = () => String(22_000_000_000 + ++made);

export interface Wishes {
  /** The sandbox's scenario, as a word in the reference. */
  scenario?: string;
  bvn?: string;
  customerReference?: string;
  soleProprietor?: boolean;
  policy?: LoanFile['policy'];
  disbursementAccount?: LoanFile['disbursementAccount'];
  /** Documents that are not handed in with the application. */
  without?: readonly NonNullable<LoanFile['documents']>[number]['tag'][];
}

const DOCUMENTS = (
  [
    { tag: 'ID_CARD_DOCS', path: 'identity.pdf' },
    { tag: 'ADDRESS_VERIFICATION_DOC', path: 'address.pdf' },
    { tag: 'BUSINESS_REG_DOCS', path: 'registration.pdf' },
    { tag: 'CAC_FORM7_DOCS', path: 'form7.pdf' },
    { tag: 'BOARD_RESOLUTION_DOC', path: 'board.pdf' },
  ] as const
).map((document) => ({ ...document, sha256: sha256(document.path) }));

/** In whose name the sandbox holds the account that tests have loans paid into. */
const HOLDER = { firstName: 'Sandbox', lastName: 'Merchant' };

/** The application of a registered business with its four documents and the board resolution. */
export function loanFile(wishes: Wishes = {}): LoanFile {
  const number = ++made;
  const reference = `LN-${number}${wishes.scenario === undefined ? '' : `-SIM-${wishes.scenario}`}`;
  return {
    reference,
    customer: {
      reference: wishes.customerReference ?? `CU-${number}`,
      ...(wishes.disbursementAccount ? HOLDER : { firstName: 'Test', lastName: 'Borrower' }),
      email: 'borrower@example.com',
      phone: '08000000000',
      dateOfBirth: '1990-01-31',
      gender: 'FEMALE',
      bvn: wishes.bvn ?? freshBvn(),
      address: { street: '1 Sample Street', city: 'Ikeja', state: 'Lagos', country: 'Nigeria' },
    },
    application: { amountKobo: 60_000_000, months: 6, purpose: 'WORKING_CAPITAL' },
    underwriting: underwriting(wishes.soleProprietor === true),
    bankStatement: { sortCode: '901' },
    documents: DOCUMENTS.filter(({ tag }) => !wishes.without?.includes(tag)),
    ...(wishes.disbursementAccount && { disbursementAccount: wishes.disbursementAccount }),
    ...(wishes.policy && { policy: wishes.policy }),
  };
}

const underwriting = (soleProprietor: boolean): LoanFile['underwriting'] => ({
  structure: {
    hasWebsite: true,
    hasSocialMediaHandles: true,
    hasAuditedFinancialStatement: false,
    payPension: true,
    hasPayeeReceipt: true,
    hasBusinessInsurance: false,
    hasTaxClearanceCert: true,
    hasManagementAccounts: true,
    hasAccountant: true,
    hasStaffHealthCare: false,
    ownProperty: false,
    payRent: true,
  },
  address: {
    lga: 'Ikeja',
    city: 'Ikeja',
    state: 'Lagos',
    country: 'Nigeria',
    addressVerificationType: 'POWER_BILL',
  },
  profile: {
    yearsInBusiness: 'TWO_TO_FIVE',
    numberOfLocations: 'ONE',
    numberOfStaff: 'ONE_TO_FIVE',
    grossProfitMargin: 30,
    operatingExpenses: 5_000_000,
    businessRole: 'OWNER',
    averageDailyCustomers: 'FIVE_TO_FOURTEEN',
    businessStartDate: '2020-05-01',
    businessType: soleProprietor ? 'SOLE_PROPRIETORSHIP' : 'LIMITED_LIABILITY',
  },
});

/** A payout from the sandbox's funded account; the last digits of the beneficiary's number choose the scenario. */
export const payoutFile = (accountName: string, accountNumber: string, source: string): PayoutFile => ({
  reference: `PO-${++made}`,
  amountKobo: 2_500_000,
  source: { accountNumber: source },
  beneficiary: { bankCode: '901', bankName: 'Sample Bank', accountNumber, accountName },
  remark: 'Invoice 17',
});
