import { z } from 'zod';
import { endpointAddress, endpointName } from '../../domain/events/events';
import { ENDPOINT_ORDERS } from '../../domain/events/relay';
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

/** The endpoints for events, each with its position (a cursor of the feed), and why its posts fail. */
export const endpointList = z.object({
  endpoints: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      /** Missing until the relay knows where it begins. */
      position: count.optional(),
      /** Two during a rotation. */
      secrets: count,
      paused: z.string().optional(),
      failure: z.object({ since: instant, tries: count, last: z.string() }).optional(),
    }),
  ),
});
export type EndpointList = z.infer<typeof endpointList>;

export const endpointBody = z.strictObject({ name: endpointName, url: endpointAddress });

export const orderBody = z.strictObject({ do: z.enum([...ENDPOINT_ORDERS, 'rotate']) });

/** The secret, shown only this once. */
export const secretReply = z.object({ secret: z.string().optional() });
