import { z } from 'zod';
import { count, instant, numberBetween } from './fields';

/** Events after a cursor; from the first one there is where none is given. */
export const feedQuery = z.strictObject({
  after: numberBetween(0, Number.MAX_SAFE_INTEGER).default(0),
  size: numberBetween(1, 1_000).default(100),
});

/** In order, none left out. The data of each type is told under `webhooks` in the document of the interface. */
export const feedPage = z.object({
  events: z.array(
    z.object({
      id: z.uuid(),
      type: z.string(),
      occurredAt: instant,
      kind: z.string(),
      reference: z.string(),
      number: z.int().min(1),
      data: z.record(z.string(), z.unknown()),
    }),
  ),
  /** The cursor to go on from: where fewer came than `size`, ask again later. */
  next: count,
});
