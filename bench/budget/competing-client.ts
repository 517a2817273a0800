import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/app';

/** What a foreign user of the same key calls, and no other client here. */
export const FOREIGN_OPERATION = 'checkHealth';

/** Another client of the same key uses this share of every window, evenly. Returns a function that ends it. */
export function startCompetingClient({ settings }: Sandbox, baseUrl: string, share: number): () => void {
  const left = new AbortController();
  void takeShare(settings, baseUrl, share, left.signal).catch(() => undefined);
  return () => left.abort();
}

async function takeShare(
  { limit, windowSeconds, serviceKey, apiKey }: Sandbox['settings'],
  baseUrl: string,
  share: number,
  signal: AbortSignal,
): Promise<void> {
  const headers = { 'x-service-key': serviceKey, apikey: apiKey };
  for (;;) {
    await (await fetch(`${baseUrl}/v1/health`, { headers, signal })).arrayBuffer();
    await sleep((windowSeconds * 1_000) / (limit * share), undefined, { signal });
  }
}
