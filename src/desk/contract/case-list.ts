import { z } from 'zod';
import {
  count,
  day,
  freshness,
  held,
  instant,
  kind,
  KINDS,
  kobo,
  numberBetween,
  paging,
  reference,
  unreadable,
  wanted,
} from './fields';

const TABS = ['mine', 'person', 'approvals', 'open', 'ended', 'all'] as const;
const SORTS = ['waiting', 'newest', 'oldest', 'amount', 'reference', 'changed'] as const;

/** Largest amount in kobo: many times what the bank moves in a day. */
const KOBO_MAX = 1e15;

const filters = z.strictObject({
  tab: z.enum(TABS).default('person'),
  kind: z.enum(KINDS).optional(),
  stage: wanted(60).optional(),
  /** Name of a wait. */
  waitingFor: wanted(60).optional(),
  /** Whom it waits for: bank, provider, borrower, or a role that may help. */
  on: wanted(20).optional(),
  assignee: wanted(60).optional(),
  madeBy: wanted(60).optional().describe('Who has started it; `me` is who asks'),
  branch: wanted(60).optional(),
  batch: wanted(60).optional(),
  customer: wanted(60).optional(),
  minAmountKobo: numberBetween(0, KOBO_MAX).optional(),
  maxAmountKobo: numberBetween(0, KOBO_MAX).optional(),
  waitingHours: numberBetween(0, 100_000, 'a number')
    .optional()
    .describe("Waiting for at least so many hours, by the desk's clock: in a demonstration cases age faster"),
  days: z
    .enum(['started', 'ended', 'disbursed'])
    .default('started')
    .describe('What lies between `from` and `to`: start or end of a case, or the disbursement of a loan'),
  from: day.optional().describe('First day, in Lagos'),
  to: day.optional().describe('Last day, in Lagos'),
  /**
   * Finds by reference, customer, words of a name, last four digits of an account, amount in naira, and by
   * whole account, phone, e-mail, BVN or NIN.
   */
  q: wanted(100).optional(),
});
const sort = z.enum(SORTS);

export const caseCsvQuery = filters.extend({ sort: sort.default('waiting') });

/**
 * All filters are optional. `mine` are the cases assigned to the person logged in, `person` those that need a
 * person of their role, `approvals` those about which they may decide.
 */
export const caseListQuery = filters
  .extend({
    sort: sort.optional().describe('`waiting` where it is left out'),
    page: paging.page.unwrap().optional(),
    size: paging.size,
    changedSince: instant
      .optional()
      .describe(
        'What has changed since, in the order of the changes; the reply holds a cursor to go on from',
      ),
    cursor: wanted(300).optional().describe('Goes on where the reply with this `next` has stopped'),
  })
  .superRefine(({ changedSince, cursor, sort: order, page }, context) => {
    const others = { changedSince: cursor && changedSince, sort: order, page };
    if (changedSince === undefined && cursor === undefined) return;
    for (const [name, given] of Object.entries(others))
      if (given !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `must be left out beside ${cursor === undefined ? 'changedSince' : 'cursor'}: these lists are in the order of changes`,
        });
  });
export type CaseListQuery = z.input<typeof caseListQuery>;

/** One line of a list. */
export const caseRow = z.object({
  kind,
  reference,
  stage: z.string(),
  stageTitle: z.string(),
  ended: z.boolean(),
  waiting: z
    .object({
      for: z.string(),
      about: z.string(),
      on: z.string(),
      since: instant,
      until: instant.optional(),
    })
    .optional(),
  attention: z.object({ cause: z.string(), since: instant }).optional(),
  held: held.optional(),
  needsPerson: z.boolean(),
  assignee: z.string().optional(),
  amountKobo: kobo.optional(),
  branch: z.string().optional(),
  customer: z.string().optional(),
  batch: z.string().optional(),
  /** Name of the borrower or the beneficiary. */
  name: z.string().optional(),
  accountEndsWith: z.string().optional(),
  /** Since when it has had its attention, its wait, or else its stage. Business time. */
  since: instant,
  startedAt: instant,
  changedAt: instant,
  /** For a loan: the day on which the borrower has promised to pay, until a payment is seen. */
  promisedOn: day.optional(),
  /** Whether that day has passed by the loan's clock. */
  isPromiseBroken: z.boolean().optional(),
  /** For a loan: what is overdue and since when, in words. */
  overdue: z.string().optional(),
  /** For a loan: when its case saw it disbursed. Business time. */
  disbursedAt: instant.optional(),
});
export type CaseRow = z.infer<typeof caseRow>;

export const caseList = z.object({
  rows: z.array(caseRow),
  unreadable: z.array(unreadable),
  /** Number of cases on all pages. */
  total: count,
  /** Number of cases per tab, by the same filters. */
  counts: z.object({ mine: count, person: count, approvals: count, open: count, ended: count, all: count }),
  /** For a list in the order of changes: the next cursor, for use at once after a full page, else later. */
  next: z.string().optional(),
  freshness,
});
export type CaseList = z.infer<typeof caseList>;

/** One server-sent event, `event: tick`: the lists have changed. */
export type Tick = z.infer<typeof freshness>;

/** One case that the palette finds. */
export const foundCase = caseRow.pick({
  kind: true,
  reference: true,
  stageTitle: true,
  name: true,
  amountKobo: true,
  accountEndsWith: true,
  startedAt: true,
  ended: true,
});
export const searchReply = z.object({
  cases: z.array(foundCase),
  unreadable: z.array(unreadable),
  /** Number of all matches; `GET /api/cases?tab=all&q=` lists them. */
  total: count,
});
export type SearchReply = z.infer<typeof searchReply>;
