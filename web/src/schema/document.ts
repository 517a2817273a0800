import { koboOf } from '../format/money';
import type { SchemaField, Typed } from './fields';

type Value = string | number | boolean;

/** A document made of what was typed, or what is wrong with which path. */
export interface Made {
  readonly document: Readonly<Record<string, unknown>>;
  readonly problems: Typed;
}

/** Makes the document that the fields describe. */
export function makeDocument(fields: readonly SchemaField[], typed: Typed): Made {
  const document: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = (typed[field.path] ?? field.initial).trim();
    if (text === '' && !(field.kind === 'flag' && isNeeded(field, fields, typed))) {
      if (field.required && isNeeded(field, fields, typed)) problems[field.path] = 'This is needed';
      continue;
    }
    const value = valueOf(field, text);
    if (value === undefined) problems[field.path] = `This must be ${expectedOf(field)}`;
    else put(document, field.path.split('.'), value);
  }
  return { document, problems };
}

/** A field of an optional part is needed once anything of that part is filled in. */
const isNeeded = ({ parts }: SchemaField, fields: readonly SchemaField[], typed: Typed): boolean =>
  parts.every((part) =>
    fields.some(({ path }) => path.startsWith(`${part}.`) && (typed[path] ?? '').trim() !== ''),
  );

function put(target: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: Value): void {
  if (rest.length === 0) target[name] = value;
  else put((target[name] ??= {}) as Record<string, unknown>, rest, value);
}

function valueOf({ kind, schema }: SchemaField, text: string): Value | undefined {
  if (kind === 'flag') return text === 'true';
  if (kind === 'money' || kind === 'integer' || kind === 'number') return numberOf(kind, schema, text);
  const isLong = text.length > (schema.maxLength ?? Infinity);
  const fits = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text);
  return fits && !isLong ? text : undefined;
}

function numberOf(kind: SchemaField['kind'], { minimum, maximum }: SchemaField['schema'], text: string) {
  const number = kind === 'money' ? koboOf(text) : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (number === undefined || (kind === 'integer' && !Number.isInteger(number))) return undefined;
  return number >= (minimum ?? -Infinity) && number <= (maximum ?? Infinity) ? number : undefined;
}

/** Bounds that say nothing to a person: the largest number that a program holds. */
const isTold = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

function expectedOf({ kind, about, schema: { minimum, maximum, maxLength, format } }: SchemaField): string {
  const scale = kind === 'money' ? 100 : 1;
  const bounds = [
    isTold(minimum) ? ` from ${(minimum / scale).toLocaleString('en-NG')}` : '',
    isTold(maximum) ? ` up to ${(maximum / scale).toLocaleString('en-NG')}` : '',
  ].join('');
  if (kind === 'money') return `an amount in naira${bounds}`;
  if (kind === 'integer') return `a whole number${bounds}`;
  if (kind === 'number') return `a number${bounds}`;
  if (format === 'email') return 'an e-mail address';
  if (about !== undefined && /\d/.test(about)) return about;
  return maxLength === undefined
    ? 'written as it is asked for'
    : `at most ${maxLength} letters, digits, dots or hyphens`;
}
