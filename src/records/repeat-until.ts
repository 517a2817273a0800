import { setTimeout as sleep } from 'node:timers/promises';

/** Works at once, and again after each pause, until it is asked to end; it finishes the work in progress. */
export async function repeatUntil(ended: Promise<unknown>, everyMs: number, work: () => Promise<unknown>) {
  const end = new AbortController();
  void ended.finally(() => end.abort());
  while (!end.signal.aborted) {
    await work();
    await sleep(everyMs, undefined, { signal: end.signal }).catch(() => undefined);
  }
}
