import { z } from 'zod';
import { clock, type WithClock } from './fields';

/** The input of a backfill: how far back the first run looks, as there is no earlier run to continue from. */
export const backfillInput = z.strictObject({
  lookBackHours: z
    .number({ error: 'lookBackHours must be a number' })
    .positive({ error: 'lookBackHours must be above 0' })
    .default(24)
    .describe('Hours of business time that the first run looks back'),
  clock: clock.optional(),
});

/** The parsed input of a backfill, as the workflow receives it. */
export type BackfillInput = WithClock<z.output<typeof backfillInput>>;
