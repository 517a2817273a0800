import { z } from 'zod';
import { clock, type WithClock } from './fields';

/** How far back the first sweep looks, when there is none before it to go on from. */
export const gapRepairInput = z.strictObject({
  lookBackHours: z
    .number({ error: 'lookBackHours must be a number' })
    .positive({ error: 'lookBackHours must be above 0' })
    .default(24)
    .describe('Hours of business time that the first sweep looks back'),
  clock: clock.optional(),
});

/** The input of a sweep as the workflow receives it once it is parsed. */
export type GapRepairInput = WithClock<z.output<typeof gapRepairInput>>;
