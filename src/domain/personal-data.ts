const EMAIL = /[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}/gi;

/** Ten or more digits, spaces and hyphens between them ignored: phone, account, BVN and NIN numbers all match. */
const LONG_NUMBER = /\+?\d(?:[\s-]?\d){9,}/g;

/** Whether a text seems to carry an e-mail address or a phone, account, BVN or NIN number. */
export const seemsPersonal = (text: string): boolean =>
  text.search(EMAIL) >= 0 || text.search(LONG_NUMBER) >= 0;

/** The text with such parts replaced, for timelines and details that many people can read. */
export const masked = (text: string): string =>
  text.replace(EMAIL, '[e-mail]').replace(LONG_NUMBER, '[number]');
