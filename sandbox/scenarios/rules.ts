import { z } from 'zod';
import { usualCourse, type Course, type Subject, courses } from './courses';
import { magicRules } from './special-values';

/** Maps a field (a dotted path into the request) to its required value; in a text `*` matches anything. */
export const pattern = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
type Pattern = z.infer<typeof pattern>;

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
  /** Applies to this many matches, then no longer. */
  count: z.int().positive().optional(),
};

/** A scenario: the differences from the usual course for requests with matching fields. */
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

/** The magic values and the added rules; of several matching rules the later wins, field by field. */
export class Rules {
  private readonly kept: { readonly rule: Rule; matched: number }[] = [];

  constructor(rules: readonly Rule[]) {
    for (const rule of [...magicRules, ...rules]) this.add(rule);
  }

  add(rule: Rule): void {
    this.kept.push({ rule, matched: 0 });
  }

  /** The rules that were added, without the magic values. */
  list(): readonly Rule[] {
    return this.kept.slice(magicRules.length).map(({ rule }) => rule);
  }

  /** The course that a request with these fields takes. */
  courseOf<S extends Subject>(subject: S, fields: object): Course<S> {
    const differences = this.kept
      .filter((entry) => entry.rule.subject === subject && matches(entry.rule.when, fields))
      .filter((entry) => (entry.matched += 1) <= (entry.rule.count ?? Infinity))
      .map(({ rule }) => rule.then);
    return Object.assign({}, usualCourse[subject], ...differences) as Course<S>;
  }
}
