import { addEndpoint, listEndpoints, rotateSecret, tellEndpoint } from '../../cases/event-endpoints';
import { eventsAfter, positionBefore } from '../../records/events/outbox';
import type { Handlers } from '../http/run-route';
import { invalidField, ProblemError } from '../http/problems';
import { SESSION_COOKIE } from '../http/visitors';
import type { RouteContext } from '../route-context';

const STREAMS_MAX = 500;
/** Interval of heartbeats, which keep a stream open and end it once its session has ended. */
const HEARTBEAT_MS = 5_000;

/**
 * Server-sent events for pages: a tick at once, and with each change of the copy; a stream does not prolong
 * its session. Also the feed of events for other systems, and the endpoints that receive them.
 */
export const eventHandlers = ({ events, sessions, copy, client }: RouteContext) =>
  ({
    async eventFeed({ query: { after, size } }) {
      const told = await eventsAfter(copy.pool, after, size);
      // A cursor of another environment would be silent, and then skip.
      const last = told.length === 0 ? await positionBefore(copy.pool) : after;
      if (after > last) throw invalidField('after', `after lies beyond the last event, ${last}`);
      return { events: told.map(({ event }) => event), next: told.at(-1)?.position ?? after };
    },
    endpoints: async () => ({ endpoints: await listEndpoints(client) }),
    addEndpoint: async ({ body: { name, url } }) => ({ secret: await addEndpoint(client, name, url) }),
    async orderEndpoint({ params: { endpoint }, body }) {
      if (body.do === 'rotate') return { secret: await rotateSecret(client, endpoint) };
      await tellEndpoint(client, endpoint, { do: body.do });
      return {};
    },
    async events({ request, reply }) {
      if (events.listening >= STREAMS_MAX)
        throw new ProblemError('too-many', 'Too many pages listen at this desk: look again in a while.');
      const first = await events.freshness();
      const { raw } = reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      const send = (tick: object) => void raw.write(`event: tick\ndata: ${JSON.stringify(tick)}\n\n`);
      const stop = events.listen(send);
      const cookie = request.cookies[SESSION_COOKIE];
      const heartbeat = setInterval(() => {
        raw.write('event: heartbeat\ndata: {}\n\n');
        if (cookie !== undefined)
          void sessions.look(cookie).then(
            (session) => (session ? undefined : raw.end()),
            () => raw.end(),
          );
      }, HEARTBEAT_MS);
      raw.on('close', () => {
        clearInterval(heartbeat);
        stop();
      });
      send(first);
      return reply;
    },
  }) satisfies Partial<Handlers>;
