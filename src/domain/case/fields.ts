import { UNSEEN } from '../../bank/contract/codes';
import { isReference, REFERENCE_MAX } from '../wire/references';
import { seemsPersonal } from '../names/personal-data';
import { rowNumbersIn } from '../batch/row-numbers';

/** Longest list of row numbers in a message, in characters. */
const ROWS_MAX = 4_000;

/**
 * The type of one field of a message, as plain data, so that one table serves checks, help and documents.
 * `personal` marks personal data: a message may carry it, nothing shows it, and a command line does not take
 * it as an argument.
 */
export type Field = { readonly about: string; readonly optional?: true } & (
  | { readonly kind: 'text'; readonly max: number; readonly personal?: true }
  | { readonly kind: 'code'; readonly values: readonly string[] }
  | { readonly kind: 'reference' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'digits'; readonly min: number; readonly max: number; readonly personal?: true }
  | { readonly kind: 'date'; readonly personal?: true }
  | { readonly kind: 'flag' }
  | { readonly kind: 'sha256' }
  | { readonly kind: 'rows' }
);

export type Fields = Readonly<Record<string, Field>>;

/** The facts of its case that a command is about: values of the `subject` fields of its row. */
export type Subject = Readonly<Record<string, string | number | undefined>>;

type Value<F extends Field> = F extends { kind: 'code'; values: readonly (infer V)[] }
  ? V
  : F extends { kind: 'integer' }
    ? number
    : F extends { kind: 'flag' }
      ? boolean
      : string;

/** The type of a message that passed the check of its fields. */
export type Payload<T extends Fields> = {
  readonly [K in keyof T as T[K] extends { optional: true } ? never : K]: Value<T[K]>;
} & {
  readonly [K in keyof T as T[K] extends { optional: true } ? K : never]?: Value<T[K]>;
};

/** The expectation of a field, as the end of a sentence: "must be …". */
export function expectation(field: Field): string {
  switch (field.kind) {
    case 'text':
      return `a text of 1 to ${field.max} characters${field.personal ? ', none of them a control character' : ' without personal data'}`;
    case 'code':
      return `one of ${field.values.join(', ')}`;
    case 'reference':
      return `a reference of at most ${REFERENCE_MAX} letters, digits, dots, underscores and hyphens, without a person's number`;
    case 'integer':
      return `a whole number from ${field.min} to ${field.max}`;
    case 'digits':
      return field.min === field.max ? `${field.min} digits` : `${field.min} to ${field.max} digits`;
    case 'date':
      return 'a date, YYYY-MM-DD';
    case 'flag':
      return 'true or false';
    case 'sha256':
      return 'a SHA-256 digest of 64 lower-case hexadecimal digits';
    case 'rows':
      return 'row numbers such as 3,7-9';
  }
}

function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function fits(field: Field, value: unknown): boolean {
  if (field.kind === 'flag') return typeof value === 'boolean';
  if (field.kind === 'integer')
    return Number.isSafeInteger(value) && Number(value) >= field.min && Number(value) <= field.max;
  if (typeof value !== 'string') return false;
  switch (field.kind) {
    case 'text':
      if (value.trim() === '' || value.length > field.max) return false;
      return field.personal ? !UNSEEN.test(value) : !seemsPersonal(value);
    case 'code':
      return field.values.includes(value);
    case 'reference':
      return isReference(value);
    case 'digits':
      return /^\d+$/.test(value) && value.length >= field.min && value.length <= field.max;
    case 'date':
      return isDate(value);
    case 'sha256':
      return /^[0-9a-f]{64}$/.test(value);
    case 'rows':
      return value.length <= ROWS_MAX && rowNumbersIn(value) !== undefined;
  }
}

/** The problems of a message, a sentence each; empty if it is valid. They never repeat values. */
export function problemsWith(fields: Fields, message: unknown): string[] {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return ['the message must be an object with named fields'];
  const given = new Map(Object.entries(message as Record<string, unknown>));
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(fields, name));
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const value = given.get(name);
    if (value === undefined || value === null)
      return field.optional ? [] : [`${name} is missing: ${expectation(field)}`];
    return fits(field, value) ? [] : [`${name} must be ${expectation(field)}`];
  });
  return unknown.length ? [...wrong, `unknown fields; allowed are ${Object.keys(fields).join(', ')}`] : wrong;
}

/** Whether a choice is OTHER, and no text says which: people then have to add a note. */
export const lacksWords = (
  fields: readonly { readonly name: string; readonly kind: string }[],
  values: Readonly<Record<string, unknown>>,
): boolean =>
  fields.some(({ name, kind }) => kind === 'code' && values[name] === 'OTHER') &&
  !fields.some(({ name, kind }) => kind === 'text' && values[name] !== undefined);
