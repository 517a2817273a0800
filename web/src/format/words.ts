import type { Kind } from '../../../src/desk/contract';
import { nairaText } from './money';
import { withLagosTimes } from './time';

/** Names of fields and codes that people write differently. */
const NAMES: Readonly<Record<string, string>> = {
  amend: 'Change of the payout',
  text: 'The note',
  provider: 'Lending partner',
  sortCode: 'Bank code',
  promisedOn: 'Will pay on',
  operator: 'Payment operator',
  root: 'SHA-256 of all rows',
  expectedDigest: 'SHA-256 of what was decided about',
  nameVerdict: 'Name comparison',
  policyVersion: 'Version of the rules for approvals',
  mode: 'How it is repaid',
  observe: 'By transfer',
  lga: 'Local government area',
  hasPayeeReceipt: 'Has PAYE receipt',
  INVENTORY_MGT: 'Inventory management',
  FIFTEEN_TO_TWENTYFOUR: 'Fifteen to twenty-four',
  TWENTYFIVE_TO_FORTYNINE: 'Twenty-five to forty-nine',
  ADDITIONAL_DOCS: 'Additional documents',
  ADDRESS_VERIFICATION_DOC: 'Proof of address',
  BOARD_RESOLUTION_DOC: 'Board resolution',
  BUSINESS_REG_DOCS: 'Business registration',
  CAC_FORM7_DOCS: 'CAC form 7',
  FIN_ACCT_DOCS: 'Financial accounts',
  ID_CARD_DOCS: 'Identity card',
  PAYEE_PAYMENTS_DOCS: 'PAYE payments',
  PENSION_PAYMENTS_DOCS: 'Pension payments',
  TAX_RETURNS_DOCS: 'Tax returns',
};

/** The kinds of cases that have a page; the contract's own list would bring its schemas into the first load. */
export const KINDS = [
  'loan',
  'payout',
  'batch',
  'flush',
  'limits',
  'enrolment',
  'reconciliation',
] as const satisfies readonly Kind[];

/** Names of the desk's buckets for late repayments. */
export const AGES = {
  NOT_DUE: 'Not due',
  DAYS_1_7: '1 to 7 days',
  DAYS_8_30: '8 to 30 days',
  DAYS_31_60: '31 to 60 days',
  DAYS_61_90: '61 to 90 days',
  DAYS_OVER_90: 'Over 90 days',
} as const;

/** A name of the program for people: `amountKobo` is "Amount", `BOARD_RESOLUTION` is "Board resolution". */
export function spoken(name: string): string {
  const known = NAMES[name];
  if (known !== undefined) return known;
  const words = name
    .replace(/Kobo$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replaceAll('-', ' ')
    .toLowerCase();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return sentence.replace(/\b(kyc|bvn|nin|cac|id|csv|url)\b/gi, (word) => word.toUpperCase());
}

/** The code of a reason in words, before the person's own words, which stay as they were written. */
export const reasonInWords = (reason: string): string =>
  reason.replace(/^(?:[A-Z]{3,}|[A-Z]{2}_[A-Z0-9]+)(?:_[A-Z0-9]+)*(?=: |$)/, spoken);

/** A text of a case for people, with codes as words. */
export const inWords = (text: string): string =>
  reasonInWords(text).replace(/\b[A-Z]{2,}(_[A-Z]+)+\b/g, spoken);

/** The fields of a command in a note, in words: "amountKobo 5000" is "amount ₦50.00". */
export const fieldsInWords = (text: string): string =>
  inWords(text)
    .replace(/\b([a-z]+)Kobo (\d+)/g, (_, name: string, kobo: string) => `${name} ${nairaText(Number(kobo))}`)
    .replace(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) => spoken(name).toLowerCase());

/** Why a case needs a person: it holds no personal data, and names commands as programs do. */
export const causeText = (cause: string): string =>
  inWords(withLagosTimes(cause)).replace(
    /\b(?:[a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?= waits for a second person))\b/g,
    (name) => `“${spoken(name)}”`,
  );

/** A number with its noun: "1 case", "12 cases". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-NG')} ${count === 1 ? one : many}`;

/** The size of a file: "118 KB", "2.4 MB". */
export const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Roles within a sentence: "supervisor or payment operator". */
export const rolesText = (roles: readonly string[]): string =>
  roles.map((role) => spoken(role).toLowerCase()).join(' or ');

/** Other people by their number and roles: "another person (supervisor or approver)". */
export const othersText = ({
  approvals,
  roles,
}: {
  readonly approvals: number;
  readonly roles: readonly string[];
}) => `${approvals === 1 ? 'another person' : `${approvals} other people`} (${rolesText(roles)})`;

/** A number as digits only: "0803 000 7777" and "+234 803 000 7777" are "08030007777". */
export const plainDigits = (text: string): string => text.replace(/[\s-]/g, '').replace(/^\+234/, '0');

/** So many further people, at the beginning of a sentence. */
export const morePeople = (left: number): string => (left === 1 ? 'One more person' : `${left} more people`);

/** A value of a command's field for people. */
export const valueText = (name: string, value: string | number | boolean): string =>
  name.endsWith('Kobo') && typeof value === 'number'
    ? nairaText(value)
    : withLagosTimes(inWords(String(value)));
