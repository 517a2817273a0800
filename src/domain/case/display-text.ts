/**
 * Signs that a reader does not see and a terminal or browser obeys: control characters (ANSI escapes begin with one),
 * separators of lines that no file has, what turns the direction of writing, and what has no width.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const STAND_IN = '�';

/** A text in several lines as a terminal may get it: line ends and tabs stay, other unseen signs are replaced. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (sign) => (sign === '\n' || sign === '\t' ? sign : STAND_IN));

/** The beginning of a text, in characters: never half of one, which no protocol carries. */
export const beginningOf = (text: string, most: number): string =>
  Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('')
    .replace(/\p{Cs}/gu, STAND_IN);

/** A text in one line. */
const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(UNSEEN, STAND_IN).trim();

/** Signs by which Markdown and HTML format, quote, embed or link. */
const MARKUP = /[\\`*_[\]<>#|~&!]|:(?=\/\/)|(?<=\bwww)\.|@/gi;

/** A text of people or of the bank as Markdown shows it literally, in one line: nothing in it formats or links. */
export const markdownText = (text: string): string => inOneLine(text).replace(MARKUP, String.raw`\$&`);
