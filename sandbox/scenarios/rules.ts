import { z } from 'zod';
import { usualCourse, type Course, type Subject, courses } from './courses';

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

type Then<S extends Rule['subject']> = Extract<Rule, { subject: S }>['then'];

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Three free digits follow, so that a thousand customers can share a scenario. */
const kyc = (code: string, then: Then<'kyc'>): Rule => ({
  subject: 'kyc',
  when: { bvn: `999999${code}*` },
  then,
});

/** A word in the reference of an application, e.g. LN-1-SIM-declined. */
const inReference = (word: string) => ({ reference: `*SIM-${word}*` });
const loan = (word: string, then: Then<'loan'>): Rule => ({ subject: 'loan', when: inReference(word), then });
const borrower = (word: string, then: Then<'borrower'>): Rule => ({
  subject: 'borrower',
  when: inReference(word),
  then,
});

/** The last two digits of a beneficiary's account number that starts with eight zeros. */
const resolve = (code: string, then: Then<'resolve'>): Rule => ({
  subject: 'resolve',
  when: { account_number: `00000000${code}` },
  then,
});
const payout = (code: string, then: Then<'payout'>): Rule => ({
  subject: 'payout',
  when: { 'beneficiary.account_number': `00000000${code}` },
  then,
});

/** Values that no ordinary input has, each with its course. docs/SANDBOX.md explains them. */
export const magicRules: readonly Rule[] = [
  kyc('01', { ends: 'REJECTED' }),
  kyc('02', { rejectsFirst: 1 }),
  kyc('03', { afterSeconds: 3 * DAY }),
  kyc('04', { ends: 'NEVER' }),
  kyc('05', { shows: 'MANUAL_REVIEW', afterSeconds: HOUR }),

  loan('register-late', { registrationSeconds: 6 * HOUR }),
  loan('statement-fails', { bankStatementFailsFirst: 1 }),
  loan('declined', { decision: 'DECLINED' }),
  loan('offer-late', { decisionSeconds: 5 * DAY }),
  loan('no-decision', { decision: 'NEVER' }),
  loan('offer-short', { offerValiditySeconds: HOUR }),
  loan('offer-half', { offerShare: 0.5 }),
  loan('tenure-60', { tenureMonths: 60 }),
  loan('board-fails', { boardReviewFailsFirst: 1 }),
  loan('guarantor', { guarantorAsked: true }),
  loan('disburse-late', { disbursementSeconds: 14 * DAY }),

  borrower('pays-late', { lateDays: 10 }),
  borrower('pays-half', { share: 0.5 }),
  borrower('pays-early', { settlesAfterDays: 15 }),
  borrower('pays-never', { stopsAfter: 0, spendsLoan: true }),
  borrower('stops', { stopsAfter: 2, catchesUpAfterDays: 45, spendsLoan: true }),
  borrower('charge', { awaitsCharge: true, spendsLoan: true }),

  resolve('01', { refusal: 'beneficiaryNotFound' }),
  resolve('02', { refusal: 'bankUnresponsive' }),

  payout('03', { refusal: 'bankRefused' }),
  payout('04', { ends: 'FAILED' }),
  payout('05', { afterSeconds: 6 * HOUR }),
  payout('06', { reversedAfterSeconds: 2 * DAY }),
  payout('07', { shows: 'UNDER_REVIEW', afterSeconds: HOUR }),
  payout('08', { ends: 'NEVER' }),
  payout('09', { ends: 'FAILED', afterSeconds: 30 * 60 }),
  payout('10', { shows: 'UNDER_REVIEW', ends: 'NEVER' }),
  payout('11', { reversedAfterSeconds: 30 * DAY }),
];
