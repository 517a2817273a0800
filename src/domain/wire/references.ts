import { seemsPersonal } from '../names/personal-data';

/** Letters, digits, dot, underscore and hyphen, starting with a letter or digit. */
export const REFERENCE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Longest reference of a loan or a customer of ours, in characters. */
export const REFERENCE_MAX = 60;

/** Whether a text can be a reference of ours. Many people can read ids, so it holds no person's number. */
export const isReference = (text: string): boolean =>
  text.length <= REFERENCE_MAX && REFERENCE_PATTERN.test(text) && !seemsPersonal(text);

/** The reference in an unchecked input; empty if it has no usable one. */
export function referenceIn(given: unknown): string {
  const { reference } = Object(given) as { reference?: unknown };
  const isUsable =
    typeof reference === 'string' && reference.length <= REFERENCE_MAX && REFERENCE_PATTERN.test(reference);
  return isUsable ? reference : '';
}
