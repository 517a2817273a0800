import { z } from 'zod';
import { count, day, freshness, instant, kind, kobo } from './fields';
import { repaymentList } from './repayments';

/** The window of the bank as one worker sees it. */
const window = z.object({
  limit: z.number(),
  windowMs: z.number(),
  remaining: z.number(),
  reserve: z.number(),
  isOpen: z.boolean(),
  endsInMs: z.number(),
  inFlight: z.number(),
  usedByOthers: z.number(),
});

/** Figures on the health of the system. */
export const figures = z.object({
  budget: z
    .object({
      worker: z.string(),
      windows: z.array(window),
      calls: z.array(
        z.object({
          operation: z.string(),
          urgency: z.enum(['urgent', 'routine']),
          calls: count,
          refused: count,
        }),
      ),
    })
    /** Missing if no worker answers. */
    .optional(),
  /** Calls that wait, by task queue. */
  backlogs: z.array(z.object({ queue: z.string(), calls: count, oldestMs: z.number() })),
  /** `build`: the build of workflows that the worker runs; missing if it has none. */
  workers: z.array(z.object({ name: z.string(), build: z.string().optional(), askedAt: instant })),
  /** Open cases by wait, with the start of the longest. */
  waits: z.array(
    z.object({
      for: z.string(),
      about: z.string(),
      on: z.string(),
      cases: count,
      oldestSince: instant.optional(),
    }),
  ),
  stages: z.array(z.object({ kind, stage: z.string(), title: z.string(), cases: count, amountKobo: kobo })),
  attention: count,
  /** Money disbursed and repaid, as the desk saw it, by the Lagos week's Monday; oldest first. */
  weeks: z.array(z.object({ week: day, disbursedLoans: count, disbursedKobo: kobo, repaidKobo: kobo })),
  arrears: repaymentList.shape.buckets,
  freshness,
});
export type Figures = z.infer<typeof figures>;
