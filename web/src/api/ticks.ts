import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Tick } from '../../../src/desk/contract';
import { LISTS } from './queries';

/** Least time between two readings of the lists, in milliseconds, however fast ticks come. */
const SETTLE_MS = 400;

/** Follows the desk's ticks: each makes the lists be read anew. Tells whether the desk answers. */
export function useTicks(): boolean {
  const client = useQueryClient();
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    const events = new EventSource('/api/events');
    const lists = listsOf(client);
    events.onopen = () => setConnected(true);
    events.onerror = () => setConnected(false);
    events.addEventListener('tick', (event) => lists.changed(revisionIn(event)));
    return () => {
      lists.stop();
      events.close();
    };
  }, [client]);
  return isConnected;
}

function revisionIn({ data }: MessageEvent<unknown>): number | undefined {
  try {
    return (JSON.parse(String(data)) as Tick).revision;
  } catch {
    return undefined;
  }
}

/** Reads the lists anew, once for several ticks in a row, and not for a revision that is shown already. */
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
