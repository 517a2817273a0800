import { z } from 'zod';
import { day, freshness, kobo, reference, unreadable } from './fields';

/** The parts of the list of loans in repayment. */
export const DUE_TABS = ['today', 'week', 'arrears', 'promised', 'calls', 'all'] as const;
export type DueTab = (typeof DUE_TABS)[number];

export const repaymentQuery = z.strictObject({ due: z.enum(DUE_TABS).default('all') });

export const repaymentRow = z.object({
  reference,
  name: z.string().optional(),
  stage: z.string(),
  stageTitle: z.string(),
  branch: z.string().optional(),
  phone: z.string().optional(),
  /** Today by the clock of the case, from which its days count: it runs fast in a demonstration. */
  today: day,
  /** Due date of the next unpaid instalment, and its unpaid amount. */
  nextDueOn: day.optional(),
  nextDueKobo: kobo.optional(),
  instalments: z.int().optional(),
  instalmentsPaid: z.int().optional(),
  /** The unpaid amount of the whole loan. */
  outstandingKobo: kobo.optional(),
  /** The sum past due, the due date of its oldest instalment, and the days since then. */
  overdueKobo: kobo,
  overdueSince: day.optional(),
  daysPastDue: z.int(),
  bucket: z.enum(['NOT_DUE', 'DAYS_1_7', 'DAYS_8_30', 'DAYS_31_60', 'DAYS_61_90', 'DAYS_OVER_90']),
  promisedOn: day.optional(),
  promise: z.enum(['OPEN', 'KEPT', 'BROKEN']).optional(),
  assignee: z.string().optional(),
  /** The day on which the borrower is to be called again. */
  callOn: day.optional(),
  lastNote: z.object({ on: day, text: z.string() }).optional(),
});
export type RepaymentRow = z.infer<typeof repaymentRow>;

export const repaymentList = z.object({
  rows: z.array(repaymentRow),
  unreadable: z.array(unreadable),
  counts: z.object(Object.fromEntries(DUE_TABS.map((tab) => [tab, z.int()])) as Record<DueTab, z.ZodInt>),
  buckets: z.array(
    z.object({
      bucket: repaymentRow.shape.bucket,
      loans: z.int(),
      overdueKobo: kobo,
      outstandingKobo: kobo,
    }),
  ),
  freshness,
});
export type RepaymentList = z.infer<typeof repaymentList>;

/** The amounts due, paid and owed, of an instalment or in total. */
const sums = { dueKobo: kobo, paidKobo: kobo, owedKobo: kobo };

/** The statement of a loan: its instalments in order of their days. */
export const statement = z.object({
  reference,
  name: z.string().optional(),
  instalments: z.array(z.object({ number: z.int(), dueOn: day, ...sums, status: z.string() })),
  total: z.object(sums),
  readAt: z.iso.datetime(),
});
export type Statement = z.infer<typeof statement>;
