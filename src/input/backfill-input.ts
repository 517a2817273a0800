import { z } from 'zod';
import { clock, type WithClock } from './fields';

/** How far back the first run looks, since it has no earlier run to go on from. */
export const backfillInput = z.strictObject({
  lookBackHours: z
    .number({ error: 'lookBackHours must be a number' })
    .positive({ error: 'lookBackHours must be above 0' })
    .default(24)
    .describe('Hours of business time that the first run looks back'),
  clock: clock.optional(),
});

/** The input of a backfill as the workflow receives it once it is parsed. */
export type BackfillInput = WithClock<z.output<typeof backfillInput>>;
