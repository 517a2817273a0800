import { beginningOf } from '../case/display-text';

const EMAIL = /[^\s@<>]{1,64}@[^\s@<>]{1,255}\.[a-z]{2,}/gi;

const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = String.raw`(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[01]\d|2[0-3])[:.]?[0-5]\d(?:[:.]?[0-5]\d(?:[.,]?\d{1,9})?)?`;

/** A date of this or the last century, with or without a time: 2026-01-31 14:30, 31/01/2026. */
const DATE = String.raw`(?:(?:19|20)\d\d[-/.]${MONTH}[-/.]${DAY}|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.](?:19|20)\d\d)(?!\d)(?:[T\s]${TIME}(?!\d))?`;

/** The same without separators (20260131, 20260131143005, 20260131T1430), and milliseconds since 1970. */
const COMPACT_INSTANT = String.raw`(?:19|20)\d\d${MONTH}${DAY}(?:[-T_]?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?)?(?!\d)|1[5-9]\d{11}(?!\d)`;

/** References of the bank and of the banks' network (a NIP session id has 30 digits): longer than any person's number. */
const BANK_REFERENCE = String.raw`\d{20,}`;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Amounts with their currency, and numbers of rows. */
const AMOUNT = String.raw`(?:NGN|₦)\s?-?\d{1,3}(?:,?\d{3}){0,5}(?:\.\d\d)?(?!\d)`;
const ROWS = String.raw`\brows? \d{1,5}(?:(?:-|, ?)\d{1,5})*(?!\d)`;

/** Long digit strings that are not a person's number; only at the beginning of a word or number. */
const KEPT = String.raw`(?<![\p{L}\d])(?:${UUID}|${AMOUNT}|${ROWS})|(?<!\d)(?:${DATE}|${COMPACT_INSTANT}|${BANK_REFERENCE})`;

/** Up to three characters that are neither letters nor digits. */
const PUNCTUATION = String.raw`[^\p{L}\p{N}]{1,3}`;

/** Ten or more digits with any punctuation: phone, account, card, BVN and NIN numbers. */
const LONG_NUMBER = String.raw`\+?\p{Nd}(?:(?:${PUNCTUATION}(?!${KEPT}))?\p{Nd}){9,}`;

const NUMBERS = new RegExp(`(${KEPT})|${LONG_NUMBER}`, 'giu');

/** Whether a text seems to carry an e-mail address or a phone, account, BVN or NIN number. */
export function seemsPersonal(text: string): boolean {
  const plain = plainOf(text);
  return plain.search(EMAIL) >= 0 || [...plain.matchAll(NUMBERS)].some(([, kept]) => kept === undefined);
}

/** Replaces such parts of a text, for timelines and details that many people can read. */
export const masked = (text: string): string =>
  plainOf(text)
    .replace(EMAIL, '[e-mail]')
    .replace(NUMBERS, (_, kept: string | undefined) => kept ?? '[number]');

/** Unifies characters that look alike, and drops invisible ones. */
const plainOf = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');

/** The beginning of an outside text, without personal data, to be shown; a long text costs no extra time. */
export const boundedSentence = (text: string, most: number): string =>
  // A number that the first cut breaks lies beyond the part that is kept.
  beginningOf(masked(text.slice(0, 8 * most)), most);
