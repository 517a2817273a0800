/**
 * Characters that a reader does not see and a terminal or browser obeys: control characters (ANSI escapes
 * begin with one), Unicode line separators, changes of the writing direction, and characters without width.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const STAND_IN = '�';

/** Makes a text of several lines safe for a terminal: replaces unseen characters but line ends and tabs. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : STAND_IN));

/** The first `most` characters of a text; never half a surrogate pair, which no protocol carries. */
export const beginningOf = (text: string, most: number): string =>
  Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('')
    .replace(/\p{Cs}/gu, STAND_IN);

const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(UNSEEN, STAND_IN).trim();

/** Characters by which Markdown and HTML format, quote, embed or link. */
const MARKUP = /[\\`*_[\]<>#|~&!]|:(?=\/\/)|(?<=\bwww)\.|@/gi;

/** Escapes a foreign text as one line of Markdown: nothing in it formats or links. */
export const markdownText = (text: string): string => inOneLine(text).replace(MARKUP, String.raw`\$&`);
