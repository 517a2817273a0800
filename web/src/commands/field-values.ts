import { lacksWords } from '../../../src/domain/case/fields';
import type { CommandBody, FormField } from '../../../src/desk/contract';
import { koboOf, nairaText } from '../format/money';
import { dayText } from '../format/time';
import { plainDigits } from '../format/words';

/** The typed texts, by field name. */
export type Typed = Readonly<Record<string, string>>;

export type Values = NonNullable<CommandBody['fields']>;

/** The values to send with a command, and the problems by field. */
export interface Checked {
  readonly values: Values;
  /** By field, and by `note`. */
  readonly problems: Typed;
  /** Whether the reason is OTHER, so that the note has to say which. */
  readonly needsNote: boolean;
}

/** The initial values of a form, set by the case itself, such as the digest that is shown. */
export const initialOf = (fields: readonly FormField[]): Typed =>
  Object.fromEntries(fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));

/** Longest note for the timeline, in characters. */
const NOTE_MAX = 500;

/** Says of a text that it is too long: nothing of it is cut off unseen. `undefined` if it is not. */
export const tooLong = (text: string, max = NOTE_MAX): string | undefined =>
  text.length > max ? `At most ${max} letters: these are ${text.length}` : undefined;

/** Checks the typed texts and converts them; the desk checks the rest when the message is sent. */
export function checkTyped(fields: readonly FormField[], typed: Typed, note: string): Checked {
  const values: Values = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = (typed[field.name] ?? '').trim();
    const value = valueOf(field, text);
    if (value !== undefined) values[field.name] = value;
    else if (text !== '' || !field.optional) problems[field.name] = `This must be ${expected(field)}`;
  }
  const [first] = fields;
  // A correction must change at least one field.
  if (first?.name === 'bvn' && Object.keys(values).length + Object.keys(problems).length === 0)
    problems[first.name] = 'Give at least one of these';
  const isTooLong = tooLong(note.trim());
  if (isTooLong !== undefined) problems.note = isTooLong;
  const needsNote = lacksWords(fields, values);
  if (needsNote && note.trim() === '') problems.note = 'Say why in words: the reason is “Other”';
  return { values, problems, needsNote };
}

const expected = ({ money, kind, expectation, earliest, min = 0 }: FormField) => {
  if (earliest !== undefined) return `today (${dayText(earliest)}) or later`;
  if (kind === 'code') return 'one of these: choose it';
  if (money) return `an amount in naira from ${nairaText(min)}, such as 12,345.50`;
  return kind === 'document' ? 'a document that was uploaded to this case' : expectation;
};

/** The value that a text means; `undefined` if it cannot mean one. */
function valueOf(
  { kind, money, min, max, earliest = '' }: FormField,
  text: string,
): string | number | boolean | undefined {
  if (kind === 'flag') return text === 'true';
  if (text === '' || text < earliest) return undefined;
  // A bank's name that the list does not have is told at its field alone.
  if (kind === 'digits') return /^\d+$/.test(plainDigits(text)) ? plainDigits(text) : undefined;
  if (kind === 'text' && tooLong(text, max) !== undefined) return undefined;
  if (kind !== 'integer') return text;
  const number = money ? koboOf(text) : /^-?\d+$/.test(text) ? Number(text) : undefined;
  const fits = number !== undefined && number >= (min ?? -Infinity) && number <= (max ?? Infinity);
  return fits ? number : undefined;
}
