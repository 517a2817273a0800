import { z } from 'zod';
import { courses } from './courses';

/** Field (a dotted path into the request) to the value it must have; in a text `*` stands for anything. */
export const pattern = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type Pattern = z.infer<typeof pattern>;

/** Whether all fields of a pattern are found in a request. */
export const matches = (when: Pattern, fields: object): boolean =>
  Object.entries(when).every(([path, expected]) => fits(expected, valueAt(fields, path)));

function valueAt(fields: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      fields,
    );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function fits(expected: Pattern[string], actual: unknown): boolean {
  if (typeof expected !== 'string' || !expected.includes('*')) return String(actual) === String(expected);
  const parts = expected.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(String(actual));
}

const ruleFields = {
  when: pattern,
  /** Holds for this many matches, then no more. */
  count: z.int().positive().optional(),
};

/** A scenario: what differs from the usual course when the fields of a request match. */
export const ruleSchema = z.discriminatedUnion('subject', [
  z.strictObject({ subject: z.literal('kyc'), then: courses.kyc.partial(), ...ruleFields }),
  z.strictObject({ subject: z.literal('loan'), then: courses.loan.partial(), ...ruleFields }),
  z.strictObject({ subject: z.literal('borrower'), then: courses.borrower.partial(), ...ruleFields }),
  z.strictObject({ subject: z.literal('payout'), then: courses.payout.partial(), ...ruleFields }),
  z.strictObject({ subject: z.literal('resolve'), then: courses.resolve.partial(), ...ruleFields }),
  z.strictObject({ subject: z.literal('uptime'), then: courses.uptime.partial(), ...ruleFields }),
  z.strictObject({ subject: z.literal('webhook'), then: courses.webhook.partial(), ...ruleFields }),
]);
export type Rule = z.output<typeof ruleSchema>;
