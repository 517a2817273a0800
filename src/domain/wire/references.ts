import { seemsPersonal } from '../names/personal-data';

/** Letters, digits, dot, underscore and hyphen, starting with a letter or digit. */
export const REFERENCE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Longest reference of a loan or a customer of ours, in characters. */
export const REFERENCE_MAX = 60;

/** Whether a value is written as a reference of ours; it may still hold a person's number. */
export const isWrittenAsReference = (given: unknown): given is string =>
  typeof given === 'string' && given.length <= REFERENCE_MAX && REFERENCE_PATTERN.test(given);

/** Whether a text can be a reference of ours. Many people can read ids, so it holds no person's number. */
export const isReference = (text: string): boolean => isWrittenAsReference(text) && !seemsPersonal(text);

/** The reference in an unchecked input; empty if it has no usable one. */
export function referenceIn(given: unknown): string {
  const { reference } = Object(given) as { reference?: unknown };
  return isWrittenAsReference(reference) ? reference : '';
}
