import { z } from 'zod';
import { UNSEEN } from './codes';

/** Lagos is an hour ahead of UTC all year: Nigeria has no daylight saving time. */
const LAGOS = '+01:00';

const INSTANT =
  /^((?:19|20|21)\d\d-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Parses a time as the bank writes it into ISO 8601 in UTC: `Z` or an offset counts; without a zone it is
 * Lagos time; a date alone is the last moment of that day in Lagos. Returns `undefined` for any other text: a
 * day before its month is not guessed, and years before 1900 or after 2199 are refused.
 */
export function instantOf(text: string): string | undefined {
  const [, day, hour, minute, second = '00', fraction = '', zone] = INSTANT.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const ofHour = `${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const local = `${day}T${hour === undefined ? '23:59:59.999' : ofHour}Z`;
  const localMs = Date.parse(local);
  // 30 February and 24 o'clock run over into other days.
  const isReal = !Number.isNaN(localMs) && iso(localMs) === local;
  return isReal ? iso(localMs - aheadMs(zone ?? LAGOS)) : undefined;
}

/** Parses a day as the bank writes it into YYYY-MM-DD; an instant becomes its day in Lagos. */
export function dayOf(text: string): string | undefined {
  const at = instantOf(text);
  return at && iso(Date.parse(at) + aheadMs(LAGOS)).slice(0, 10);
}

const iso = (atMs: number) => new Date(atMs).toISOString();

function aheadMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}

/** Text that is not blank; the messages are the bank's. */
export const requiredText = (name: string) =>
  z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .refine(isSeen, `${name} must not hold control characters`);

/** The same, but untrimmed, for a value that the bank compares with its own. */
export const textAsGiven = (name: string) =>
  z
    .string(`${name} is required`)
    .regex(/\S/, `${name} is required`)
    .refine(isSeen, `${name} must not hold control characters`);

const isSeen = (text: string): boolean => !UNSEEN.test(text);

/** The complaint about a value: that it is missing, or else `wrong`. */
const complaint = (name: string, wrong: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? `${name} is required` : wrong),
});

/** Exactly `length` decimal digits. */
export const digits = (name: string, length: number, message = `${name} must be exactly ${length} digits`) =>
  z.string(complaint(name, message)).regex(new RegExp(`^\\d{${length}}$`), { error: message });

export const bankCode = requiredText('bank_code').regex(/^\d{3,}$/, 'bank_code must be at least 3 digits');

/** A whole number of kobo, at least `least`. */
export const kobo = (name: string, least: number) =>
  z
    .int(complaint(name, `${name} must be a whole number of kobo`))
    .min(least, `${name} must be at least ${least} kobo`);

/** One of a closed list, with the list in the message. */
export const oneOf = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, complaint(name, `${name} must be one of: ${values.join(', ')}`));

export const date = (name: string) => z.iso.date(`${name} must be a date, YYYY-MM-DD`);

/**
 * An amount in a reply: kobo unless the field's description says otherwise, perhaps with a fraction. Numbers
 * above the largest exact integer are refused.
 */
export const amount = z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

/** A text in a reply that must parse; otherwise the reply is unreadable. */
const meaning = (format: string, read: (text: string) => string | undefined) =>
  z.string().transform((text, context) => {
    const meant = read(text);
    if (meant === undefined) context.addIssue({ code: 'invalid_format', format, input: text });
    return meant ?? z.NEVER;
  });

/** An instant in a reply, parsed into ISO 8601 in UTC. */
export const instant = meaning('instant', instantOf);

/** An instant on which nothing depends: an unreadable text counts as left out. */
export const optionalInstant = z.string().transform(instantOf).nullish();

/** A day in a reply, parsed into YYYY-MM-DD. */
export const day = meaning('day', dayOf);

/** A day on which nothing depends: an unreadable text counts as left out. */
export const optionalDay = z.string().transform(dayOf).nullish();

/** An id of the bank. It becomes part of our ids and search attributes, which allow only these characters. */
export const id = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** A count that some replies send as a number and some as a numeric string. */
export const count = z.union([z.number(), z.string().regex(/^\d+$/)]);

/** Page and page size of a list; the maximum page size is not documented. */
export const paging = {
  page: z.int('page must be a whole number').min(0).optional(),
  limit: z.int('limit must be a whole number').min(1).optional(),
};

/** A reply without content: `data` is absent, null or an empty object. */
export const nothing = z.object({}).nullish();
