import { z } from 'zod';
import { courses } from './courses';
import { pattern } from './matching';

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
