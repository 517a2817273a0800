/** Documents whose tags at the bank are too short to be read aloud. */
const DOCUMENTS: Readonly<Record<string, string>> = {
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

/** How late a repayment is, by the buckets of the desk. */
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
  const document = DOCUMENTS[name];
  if (document !== undefined) return document;
  const words = name
    .replace(/Kobo$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replaceAll('-', ' ')
    .toLowerCase();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return sentence.replace(/\b(kyc|bvn|nin|cac|id|csv|url)\b/gi, (word) => word.toUpperCase());
}

/** So many of something: "1 case", "12 cases". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-NG')} ${count === 1 ? one : many}`;

/** The beginning of a digest, for places where the whole does not fit. */
export const shortDigest = (digest: string): string => `${digest.slice(0, 12)}…`;
