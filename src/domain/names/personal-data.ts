const EMAIL = /[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}/gi;

/** A date of this or the last century, with or without a time: 2026-01-31 14:30, 31/01/2026. */
const DATE =
  /(?<!\d)(?:(?:19|20)\d\d[-/.](?:0[1-9]|1[0-2])[-/.](?:0[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.](?:19|20)\d\d)(?!\d)(?:[T\s]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?/
    .source;

/** References of the bank and of the banks' network (a NIP session id has 30 digits): longer than any person's number. */
const BANK_REFERENCE = /(?<!\d)\d{20,}(?!\d)/.source;

/** Ten or more digits, spaces, dots and hyphens between them ignored: phone, account, card, BVN and NIN numbers. */
const LONG_NUMBER = String.raw`\+?\d(?:(?:[\s.-](?!${DATE}|${BANK_REFERENCE}))?\d){9,}`;

const NUMBERS = new RegExp(`(${DATE}|${BANK_REFERENCE})|${LONG_NUMBER}`, 'g');

/** Whether a text seems to carry an e-mail address or a phone, account, BVN or NIN number. */
export function seemsPersonal(text: string): boolean {
  const plain = text.normalize('NFKC');
  return plain.search(EMAIL) >= 0 || [...plain.matchAll(NUMBERS)].some(([, kept]) => kept === undefined);
}

/** The text with such parts replaced, for timelines and details that many people can read. */
export const masked = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(EMAIL, '[e-mail]')
    .replace(NUMBERS, (_, kept: string | undefined) => kept ?? '[number]');
