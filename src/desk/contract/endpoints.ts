import { z } from 'zod';
import { endpointAddress, endpointName } from '../../domain/events/input';
import { ENDPOINT_ORDERS } from '../../domain/events/relay';
import { count, instant } from './fields';

/** Where events are posted: how far each endpoint was told, a cursor of the feed, and why one takes nothing. */
export const endpointList = z.object({
  endpoints: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      /** Left out until it knows where it begins. */
      position: count.optional(),
      /** Two while one takes the other's place. */
      secrets: count,
      paused: z.string().optional(),
      failure: z.object({ since: instant, tries: count, last: z.string() }).optional(),
    }),
  ),
});
export type EndpointList = z.infer<typeof endpointList>;

export const endpointBody = z.strictObject({ name: endpointName, url: endpointAddress });

export const orderBody = z.strictObject({ do: z.enum([...ENDPOINT_ORDERS, 'rotate']) });

/** Shown this once: nothing answers with it again. */
export const secretReply = z.object({ secret: z.string().optional() });
