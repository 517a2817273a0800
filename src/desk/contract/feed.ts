import { z } from 'zod';
import { count, instant, numberBetween } from './fields';

/** The cursor after which events are wanted; by default from the first one. */
export const feedQuery = z.strictObject({
  after: numberBetween(0, Number.MAX_SAFE_INTEGER).default(0),
  size: numberBetween(1, 1_000).default(100),
});

/** Events in order, without gaps. `webhooks` in the interface's document describes the data of each type. */
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
  /** The next cursor: if fewer than `size` came, ask again later. */
  next: count,
});
