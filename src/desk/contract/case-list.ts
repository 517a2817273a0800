import { z } from 'zod';
import {
  count,
  freshness,
  instant,
  kind,
  KINDS,
  kobo,
  paging,
  reference,
  unreadable,
  wanted,
} from './fields';

const TABS = ['mine', 'person', 'approvals', 'open', 'ended'] as const;
const SORTS = ['waiting', 'newest', 'oldest', 'amount', 'reference', 'changed'] as const;

/**
 * Which cases: everything may be left out. `mine` are those assigned to me, `person` those that need a person of my role,
 * `approvals` those about which I may decide.
 */
export const caseListQuery = z.strictObject({
  tab: z.enum(TABS).default('person'),
  kind: z.enum(KINDS).optional(),
  stage: wanted(60).optional(),
  /** Name of a wait. */
  waitingFor: wanted(60).optional(),
  /** Whom it waits for: bank, officer, borrower, provider, operator, approver, calendar. */
  on: wanted(20).optional(),
  assignee: wanted(60).optional(),
  branch: wanted(60).optional(),
  batch: wanted(60).optional(),
  customer: wanted(60).optional(),
  minAmountKobo: z.coerce.number().int().min(0).optional(),
  maxAmountKobo: z.coerce.number().int().min(0).optional(),
  /** Waiting for at least so many hours. */
  waitingHours: z.coerce.number().min(0).max(100_000).optional(),
  /**
   * Reference, customer, words of a name, last four digits of an account, amount in naira; whole: account, phone, e-mail,
   * BVN, NIN.
   */
  q: wanted(100).optional(),
  sort: z.enum(SORTS).default('waiting'),
  ...paging,
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
  needsPerson: z.boolean(),
  assignee: z.string().optional(),
  amountKobo: kobo.optional(),
  branch: z.string().optional(),
  customer: z.string().optional(),
  batch: z.string().optional(),
  /** Of the borrower or the beneficiary. */
  name: z.string().optional(),
  accountEndsWith: z.string().optional(),
  /** How long it has been as it is: of the attention, the wait, or the stage. Business time. */
  since: instant,
  startedAt: instant,
  changedAt: instant,
});
export type CaseRow = z.infer<typeof caseRow>;

export const caseList = z.object({
  rows: z.array(caseRow),
  unreadable: z.array(unreadable),
  /** How many there are on all pages. */
  total: count,
  /** How many each tab holds, by the same filters. */
  counts: z.object({ mine: count, person: count, approvals: count, open: count, ended: count }),
  freshness,
});
export type CaseList = z.infer<typeof caseList>;

/** One server-sent event, `event: tick`: the lists have changed. */
export type Tick = z.infer<typeof freshness>;

/** What the palette finds. */
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
export const searchReply = z.object({ cases: z.array(foundCase), unreadable: z.array(unreadable) });
export type SearchReply = z.infer<typeof searchReply>;
