import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Tick } from '../../../src/desk/contract';
import { connection } from './connection';
import { LISTS } from './queries';
import { sessionQuery } from './session';

/** Least time between two reads of the lists, in milliseconds, however fast ticks come. */
const SETTLE_MS = 400;

const WATCH_EVERY_MS = 1_000;
/** Least time between two openings of the stream, in milliseconds. */
const REOPEN_MS = 3_000;

/** Follows the desk's ticks, and reads the lists again after each. @returns whether the desk is away */
export function useTicks(isLoggedIn: boolean): boolean {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    const lists = listsOf(client);
    // A request finds out why the stream broke off: the session has ended, or the desk is away.
    const probe = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    let openedAt = 0;
    const opened = () => {
      openedAt = Date.now();
      const events = new EventSource('/api/events');
      events.onopen = connection.heard;
      events.onerror = probe;
      events.addEventListener('heartbeat', connection.lives);
      events.addEventListener('tick', (event) => {
        connection.lives();
        lists.changed(revisionIn(event));
      });
      return events;
    };
    connection.listen(true);
    let events = opened();
    // A browser waits for ever on a network that swallows its requests, and does not reopen a refused stream.
    const watch = setInterval(() => {
      // A browser opens six connections to a server at most: tabs behind leave them to the others.
      if (document.hidden) {
        connection.lives();
        events.close();
        return;
      }
      connection.look();
      const isBroken = connection.isSilent || events.readyState === EventSource.CLOSED;
      if (!isBroken || Date.now() - openedAt < REOPEN_MS) return;
      events.close();
      events = opened();
    }, WATCH_EVERY_MS);
    return () => {
      clearInterval(watch);
      connection.listen(false);
      lists.stop();
      events.close();
    };
  }, [client, isLoggedIn]);
  return useSyncExternalStore(connection.follow, connection.isAway);
}

function revisionIn({ data }: MessageEvent<unknown>): number | undefined {
  try {
    return (JSON.parse(String(data)) as Tick).revision;
  } catch {
    return undefined;
  }
}

/** Reads the lists again, once for several ticks in a row, and not for a revision that is already shown. */
function listsOf(client: QueryClient) {
  let shown: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    void client.invalidateQueries({ queryKey: [LISTS] });
  };
  return {
    changed: (revision: number | undefined) => {
      if (revision !== undefined && revision === shown) return;
      shown = revision;
      timer ??= setTimeout(read, SETTLE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
