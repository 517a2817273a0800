import { setTimeout as sleep } from 'node:timers/promises';

/** What a promise gives; the other, where it gives nothing for so long. */
export async function within<T, U>(ms: number, instead: U, promise: Promise<T>): Promise<T | U> {
  const settled = new AbortController();
  const late = sleep(ms, instead, { signal: settled.signal }).catch(() => instead);
  return Promise.race([promise, late]).finally(() => settled.abort());
}
