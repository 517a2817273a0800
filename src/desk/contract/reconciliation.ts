import { z } from 'zod';
import { day, instant, kobo, reference } from './fields';

/** The part of the ledger to compare; by default the last days on every account. */
export const reconciliationBody = z
  .strictObject({
    account: z
      .string()
      .regex(/^\d{10}$/)
      .optional(),
    fromOn: day.optional(),
    toOn: day.optional(),
  })
  .refine(({ fromOn, toOn }) => fromOn === undefined || toOn === undefined || fromOn <= toOn, {
    path: ['toOn'],
    error: 'toOn must not be before fromOn',
  });

const found = z.record(z.string(), z.int());

/** A reconciliation's result, with both sides of each difference; missing during the first comparison. */
export const reconciliationReport = z.object({
  reference,
  report: z
    .object({
      fromAt: instant,
      toAt: instant,
      matched: z.int(),
      inFlight: z.int(),
      unmatched: z.int(),
      differenceKobo: kobo,
      cancelled: z.boolean().optional(),
      accounts: z.array(
        z.object({
          account: z.string(),
          counts: found,
          sumsKobo: found,
          differenceKobo: kobo,
          unsettled: z.array(z.string()).optional(),
          differences: z.array(
            z.object({
              cause: z.string(),
              about: z.string(),
              toDo: z.string(),
              kind: z.string(),
              reference: z.string().optional(),
              uniqueRef: z.string().optional(),
              at: z.string().optional(),
              oursKobo: kobo,
              theirsKobo: kobo,
              differenceKobo: kobo,
            }),
          ),
        }),
      ),
    })
    .optional(),
});
export type ReconciliationReport = z.infer<typeof reconciliationReport>;
