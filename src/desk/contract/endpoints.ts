import { z } from 'zod';
import { endpointAddress, endpointName } from '../../domain/events/input';
import { ENDPOINT_ORDERS } from '../../domain/events/relay';
import { count, instant } from './fields';

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
