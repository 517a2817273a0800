import { InvalidArgumentError } from '@commander-js/extra-typings';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../domain/wire/references';

/** Reads a number of seconds from the command line. */
export function seconds(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}

/** Reads how many entries a list may have. */
export function limit(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0 || Number(text) > 1_000)
    throw new InvalidArgumentError('It must be from 1 to 1000.');
  return Number(text);
}

/** Reads a count of at most four digits. */
export function count(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Reads a reference or an id. */
export function reference(text: string): string {
  if (REFERENCE_PATTERN.test(text) && text.length <= REFERENCE_MAX) return text;
  throw new InvalidArgumentError('It must be letters, digits, dots, underscores and hyphens.');
}

/** Reads the last four digits of an account. A whole number is refused: arguments are no place for it. */
export function lastDigits(text: string): string {
  if (/^\d{4}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the last 4 digits of the account, and no more of it.');
}
