import { z } from 'zod';
import { contract } from '../../bank/contract';
import { date } from '../../bank/contract/fields';
import { clock, type WithClock } from '../../input/fields';

/** The accounts and days to reconcile; by default all of our accounts, since yesterday began in Lagos. */
export const reconciliationInput = z
  .strictObject({
    account: contract.getAccount.params.shape.account_number
      .regex(/^\d{10}$/, { error: 'account must be exactly 10 digits' })
      .optional()
      .describe('Only this account'),
    fromOn: date('fromOn').optional().describe('First day in Lagos, YYYY-MM-DD'),
    toOn: date('toOn').optional().describe('Last day in Lagos, YYYY-MM-DD'),
    days: z
      .int({ error: 'days must be a whole number' })
      .min(1)
      .max(366)
      .optional()
      .describe('Instead of dates: the last so many whole days'),
    clock: clock.optional(),
  })
  .refine(({ days, fromOn, toOn }) => days === undefined || (fromOn ?? toOn) === undefined, {
    error: 'give days, or fromOn and toOn',
  })
  .refine(({ fromOn, toOn }) => fromOn === undefined || toOn === undefined || fromOn <= toOn, {
    error: 'fromOn must not be after toOn',
  });

/** The input of a reconciliation as the workflow receives it once it is parsed. */
export type ReconciliationInput = WithClock<z.output<typeof reconciliationInput>>;

/** The input of a backfill: how far back the first run looks, as there is no earlier run to continue from. */
export const backfillInput = z.strictObject({
  lookBackHours: z
    .number({ error: 'lookBackHours must be a number' })
    .positive({ error: 'lookBackHours must be above 0' })
    .default(24)
    .describe('Hours of business time that the first run looks back'),
  clock: clock.optional(),
});
