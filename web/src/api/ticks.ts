import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Tick } from '../../../src/desk/contract';
import { connection } from './connection';
import { inOneTab } from './one-tab';
import { LISTS } from './queries';
import { sessionQuery } from './session';

/** Least time between two reads of the lists, in milliseconds, however fast ticks come. */
const SETTLE_MS = 400;

const WATCH_EVERY_MS = 1_000;
/** Least time between two openings of the stream, in milliseconds. */
const REOPEN_MS = 3_000;

/** What a tab hears of the desk's stream, by itself or from the tab that listens. */
type News = 'alive' | 'lost' | Tick;

/** Follows the desk's ticks, and reads the lists again after each. @returns whether the desk is away */
export function useTicks(isLoggedIn: boolean): boolean {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    const lists = listsOf(client);
    // A request finds out why the stream broke off: the session has ended, or the desk is away.
    const probe = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    const tabs = new BroadcastChannel('ticks');
    const heard = (news: News) => {
      if (news === 'lost') {
        probe();
        return;
      }
      connection.lives();
      if (news !== 'alive') lists.changed(news.revision);
    };
    tabs.onmessage = ({ data }: MessageEvent<News>) => heard(data);
    let openedAt = 0;
    let events: EventSource | undefined;
    const open = () => {
      openedAt = Date.now();
      events?.close();
      events = new EventSource('/api/events');
      const tell = (news: News) => {
        heard(news);
        tabs.postMessage(news);
      };
      events.onopen = connection.heard;
      events.onerror = () => tell('lost');
      events.addEventListener('heartbeat', () => tell('alive'));
      events.addEventListener('tick', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as Tick));
    };
    const begin = () => {
      connection.listen(true);
      open();
    };
    const leave = () => {
      events?.close();
      events = undefined;
    };
    connection.listen(true);
    const end = inOneTab(begin, leave);
    // A browser waits for ever on a network that swallows its requests, and does not reopen a refused stream.
    const watch = setInterval(() => {
      connection.look();
      const isBroken = connection.isSilent || events?.readyState === EventSource.CLOSED;
      if (events && isBroken && Date.now() - openedAt >= REOPEN_MS) open();
    }, WATCH_EVERY_MS);
    return () => {
      end();
      clearInterval(watch);
      connection.listen(false);
      lists.stop();
      tabs.close();
    };
  }, [client, isLoggedIn]);
  return useSyncExternalStore(connection.follow, connection.isAway);
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
