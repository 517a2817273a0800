import { z } from 'zod';

const seconds = z.number().min(0).optional();
const times = z.int().min(0);

/** The course of a verification. */
const kyc = z.strictObject({
  ends: z.enum(['VERIFIED', 'REJECTED', 'NEVER']),
  /** Status shown meanwhile; may be undocumented. */
  shows: z.string().min(1),
  afterSeconds: seconds,
  rejectionReason: z.string(),
  /** This many starts are rejected before one ends as `ends` says. */
  rejectsFirst: times,
});

/** The course of an application, up to the disbursement. */
const loan = z.strictObject({
  registrationSeconds: seconds,
  bankStatementSeconds: seconds,
  bankStatementFailsFirst: times,
  decision: z.enum(['OFFER', 'DECLINED', 'NEVER']),
  decisionSeconds: seconds,
  declineReasons: z.array(z.string()),
  /** Share of the requested amount that is offered. */
  offerShare: z.number().positive().max(1),
  offerValiditySeconds: seconds,
  tenureMonths: z.int().min(1).max(120).optional(),
  boardReviewFailsFirst: times,
  guarantorAsked: z.boolean(),
  staffReviewSeconds: seconds,
  disbursementSeconds: seconds,
});

/** The course of a borrower's payments. */
const borrower = z.strictObject({
  lateDays: z.number().min(0),
  /** Share of each instalment that is paid. */
  share: z.number().min(0).max(1),
  /** Stops after this many instalments. */
  stopsAfter: times.optional(),
  /** Pays all arrears this many days after the first unpaid instalment, and in full from then on. */
  catchesUpAfterDays: z.number().min(0).optional(),
  /** Pays the rest this many days after the disbursement. */
  settlesAfterDays: z.number().min(0).optional(),
  /** Leaves the money in the account until it is charged. */
  awaitsCharge: z.boolean(),
  /** Takes the disbursed money out of the account at once. */
  spendsLoan: z.boolean(),
});

/** The course of a payout or a flush. */
const payout = z.strictObject({
  refusal: z
    .enum(['bankRefused', 'insufficientBalance', 'accountLocked', 'transferLimitExceeded'])
    .optional(),
  ends: z.enum(['SUCCESS', 'FAILED', 'NEVER']),
  /** Status shown until it ends; may be undocumented. */
  shows: z.string().min(1),
  afterSeconds: seconds,
  reversedAfterSeconds: seconds,
});

/** The course of an account's resolution. */
const resolve = z.strictObject({
  refusal: z.enum(['beneficiaryNotFound', 'bankUnresponsive']).optional(),
  accountName: z.string().min(1).optional(),
});

/** A bank's uptime, 0 to 100. */
const uptime = z.strictObject({ uptime: z.number().min(0).max(100).optional() });

const share = z.number().min(0).max(1);

/** The course of an event's delivery. Durations are real seconds. */
const webhook = z.strictObject({
  /** Share of the events that are never delivered. */
  droppedShare: share,
  /** Share of the events of which a forger sends an invented, wrongly signed copy. */
  forgedShare: share,
  /** Number of deliveries of an event: at least `copies`, and at most `copiesAtMost`. */
  copies: z.int().min(1),
  copiesAtMost: z.int().min(0),
  delaySeconds: z.number().min(0),
  /** Each copy leaves at a random moment within this many seconds, so events overtake each other. */
  spreadSeconds: z.number().min(0),
});

/** The subjects with a course, and the schema of each course. */
export const courses = { kyc, loan, borrower, payout, resolve, uptime, webhook };

export type Subject = keyof typeof courses;
export type Course<S extends Subject> = z.output<(typeof courses)[S]>;

/** The default courses; missing durations are those of the settings. */
export const usualCourse: { readonly [S in Subject]: Course<S> } = {
  kyc: { ends: 'VERIFIED', shows: 'PENDING', rejectionReason: 'BVN details do not match', rejectsFirst: 0 },
  loan: {
    bankStatementFailsFirst: 0,
    decision: 'OFFER',
    declineReasons: ['Affordability'],
    offerShare: 1,
    boardReviewFailsFirst: 0,
    guarantorAsked: false,
  },
  borrower: { lateDays: 0, share: 1, awaitsCharge: false, spendsLoan: false },
  payout: { ends: 'SUCCESS', shows: 'PENDING' },
  resolve: {},
  uptime: {},
  webhook: { droppedShare: 0, forgedShare: 0, copies: 1, copiesAtMost: 0, delaySeconds: 0, spreadSeconds: 0 },
};
