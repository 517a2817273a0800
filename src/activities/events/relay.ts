import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { TEST_EVENT } from '../../domain/events/events';
import type { Relayed, RelayRequest, SingleRequest } from '../../domain/events/relay';
import type { Records } from '../../records/records';
import { leave, leftIn } from '../heartbeats';
import { createPost, type PostSettings } from './post';

/** Longest stretch of one attempt in which nothing happens. */
const STRETCH_MS = 3_600_000;
/** The longest time after which a relay's workflow learns how far it came. */
const TOLD_WITHIN_MS = 10_000;
const EVENTS_MAX = 200;
const EVERY_MS = 1_000;

export function createEventRelay(outbox: Records['events'] | undefined, settings: PostSettings) {
  const post = createPost(settings);
  return {
    /** Posts the events after a position in order, each once; ends with the first one that is not taken. */
    async relayEvents({ endpoint, position, from, isFailing }: RelayRequest): Promise<Relayed> {
      const context = Context.current();
      const { cancellationSignal: signal, metricMeter } = context;
      if (!outbox) return { position: position ?? 0, failure: 'no records are kept (RECORDS=off)' };
      // The first call only tells the relay's workflow the position to begin at, so that a later failure skips no event.
      if (position === undefined || from !== undefined)
        return { position: Math.min(await outbox.positionBefore(from), position ?? Infinity) };
      const posts = metricMeter.createCounter('event_posts', 'posts', 'Posts of events to endpoints');
      let { at = position } = leftIn(context) as { at?: number };
      const alive = setInterval(() => leave(context, { at }), EVERY_MS);
      try {
        const beganMs = performance.now();
        let taken = 0;
        const goesOn = () => {
          const lastsMs = taken === 0 ? STRETCH_MS : isFailing ? 0 : TOLD_WITHIN_MS;
          return taken < EVENTS_MAX && performance.now() < beganMs + lastsMs;
        };
        while (goesOn()) {
          const found = await outbox.after(at, EVENTS_MAX - taken);
          for (const { position: next, event } of found) {
            if (signal.aborted) return { position: at };
            const failure = await post(endpoint, event);
            posts.add(1, { outcome: failure === undefined ? 'taken' : 'failed' });
            if (failure !== undefined) return { position: at, failure };
            taken++;
            at = next;
            leave(context, { at });
            if (!goesOn()) break;
          }
          if (signal.aborted) return { position: at };
          if (found.length === 0) await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
        }
        return { position: at };
      } finally {
        clearInterval(alive);
      }
    },
    /** Posts one event once. @returns why it was not taken */
    async relayOne({ endpoint, id }: SingleRequest): Promise<string | undefined> {
      if (id === undefined) {
        const occurredAt = new Date().toISOString();
        const test = { id: randomUUID(), type: TEST_EVENT, occurredAt, data: {} };
        return post(endpoint, test);
      }
      const found = await outbox?.withId(id);
      return found ? post(endpoint, found.event) : 'there is no such event';
    },
  };
}
