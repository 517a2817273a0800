import { lagosDayOf } from '../../../src/domain/time/lagos-days';
import type { Bank } from '../../../src/desk/contract';
import { koboOf, numberIn } from '../format/money';
import { plainDigits } from '../format/words';
import { codeIn, isBankField, NO_BANK } from '../parts/bank-code';
import type { SchemaField, Typed } from './fields';

type Value = string | number | boolean;

/** The document made of the typed texts, and the problems by path. */
export interface Made {
  readonly document: Readonly<Record<string, unknown>>;
  readonly problems: Typed;
}

/** Makes the document that the fields describe. `banks`: the bank's list, if the desk has it. */
export function makeDocument(
  fields: readonly SchemaField[],
  typed: Typed,
  banks: readonly Bank[] | undefined,
): Made {
  const document: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = (typed[field.path] ?? field.initial).trim();
    if (text === '' && !(field.kind === 'flag' && isNeeded(field, fields, typed))) {
      if (field.required && isNeeded(field, fields, typed)) problems[field.path] = 'This is needed';
      continue;
    }
    const isListed = banks !== undefined && field.path.endsWith('.bankCode');
    const code = isBankField(field.path) ? codeIn(banks ?? [], text) : undefined;
    const value = isListed ? code : valueOf(field, code ?? text);
    if (value === undefined) problems[field.path] = isListed ? NO_BANK : `This must be ${expectedOf(field)}`;
    else put(document, field.path.split('.'), value);
  }
  return { document, problems };
}

/** The last day that a date may be; `undefined` if it may lie ahead. A borrower is of age. */
export function latestOf(path: string): string | undefined {
  const today = lagosDayOf(Date.now());
  if (path.endsWith('.dateOfBirth')) return `${Number(today.slice(0, 4)) - OF_AGE}${today.slice(4)}`;
  return path.endsWith('.businessStartDate') ? today : undefined;
}

const OF_AGE = 18;

/** The bank takes any 10 to 15 digits; a person who types at the desk means a Nigerian number, or writes a plus. */
const PHONE = /^(0\d{10}|\+?234\d{10}|\+(?!234)\d{10,15})$/;
const PHONE_ABOUT = '11 digits, such as 08030007777, or +234 and ten digits';
const isPhone = (path: string) => path.endsWith('.phone');

/** Whether a field is needed: one of an optional part is, once any field of that part is filled in. */
const isNeeded = ({ parts }: SchemaField, fields: readonly SchemaField[], typed: Typed): boolean =>
  parts.every((part) =>
    fields.some(({ path }) => path.startsWith(`${part}.`) && (typed[path] ?? '').trim() !== ''),
  );

function put(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: Value): void {
  if (rest.length === 0) target[name] = value;
  else put((target[name] ??= {}) as Record<string, unknown>, rest, value);
}

function valueOf({ path, kind, schema }: SchemaField, given: string): Value | undefined {
  if (kind === 'flag') return given === 'true';
  if (kind === 'money' || kind === 'integer' || kind === 'number') return numberOf(kind, schema, given);
  if (kind === 'date') return given <= (latestOf(path) ?? given) ? given : undefined;
  const text = isPhone(path) || digitsIn(schema) !== undefined ? plainDigits(given) : given;
  const isLong = text.length > (schema.maxLength ?? Infinity);
  const fits = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text);
  return fits && !isLong && (!isPhone(path) || PHONE.test(text)) ? text : undefined;
}

/** The number of digits that a digits-only pattern asks for. */
const digitsIn = ({ pattern = '' }: SchemaField['schema']): string | undefined => {
  const [, least, comma, most] = /^\^\\d\{(\d+)(,?)(\d*)\}\$$/.exec(pattern) ?? [];
  return (least && comma && (most ? `${least} to ${most}` : `at least ${least}`)) || least;
};

function numberOf(kind: SchemaField['kind'], { minimum, maximum }: SchemaField['schema'], text: string) {
  const number = kind === 'money' ? koboOf(text) : numberIn(text);
  if (number === undefined || (kind === 'integer' && !Number.isInteger(number))) return undefined;
  return number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity) ? number : undefined;
}

/** Whether a bound means something to people; the largest exact integer does not. */
const isTold = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function expectedOf({ path, kind, about, schema }: SchemaField): string {
  const { minimum, maximum, maxLength, format } = schema;
  const scale = kind === 'money' ? 100 : 1;
  const bounds = [
    isTold(minimum) ? ` from ${(minimum / scale).toLocaleString('en-NG')}` : '',
    isTold(maximum) ? ` up to ${(maximum / scale).toLocaleString('en-NG')}` : '',
  ].join('');
  if (kind === 'money') return `an amount in naira${bounds}`;
  if (kind === 'integer') return `a whole number${bounds}`;
  if (kind === 'number') return `a number${bounds}`;
  if (path.endsWith('.dateOfBirth')) return `a day at least ${OF_AGE} years ago`;
  if (isPhone(path)) return PHONE_ABOUT;
  if (kind === 'date') return 'a day that is not in the future';
  const digits = digitsIn(schema);
  if (digits !== undefined) return `${digits} digits`;
  if (format === 'email') return 'an e-mail address';
  if (about !== undefined && /\d/.test(about)) return about;
  return maxLength === undefined ? 'a text' : `at most ${maxLength} letters, digits, dots or hyphens`;
}
