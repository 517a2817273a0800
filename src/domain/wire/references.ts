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

/** A charge's reference: its instalment's due date (YYYY-MM-DD) and its number among the loan's charges. */
export const chargeReference = (loanReference: string, dueOn: string, attempt: number): string =>
  `${loanReference}-d${dueOn.replaceAll('-', '')}-a${attempt}`;

/** The loan that a charge belongs to, by the charge's reference; `undefined` for any other reference. */
export const loanOfCharge = (reference: string): string | undefined =>
  /^(.+)-d\d{8}-a\d+$/.exec(reference)?.[1];
