/** Caches one answer for `forMs`, so that all callers share it; a failure is not cached. */
export function cachedFor<R>(ask: () => Promise<R>, forMs: number): () => Promise<R> {
  const only = cachedEach(ask, () => '', forMs);
  return () => only(undefined);
}

/** Caches answers by key, for `forMs` each. */
export function cachedEach<T, R>(ask: (of: T) => Promise<R>, keyOf: (of: T) => string, forMs: number) {
  const kept = new Map<string, { readonly answer: Promise<R>; readonly atMs: number }>();
  return (of: T): Promise<R> => {
    const now = performance.now();
    for (const [key, { atMs }] of kept) {
      if (now - atMs <= forMs) break;
      kept.delete(key);
    }
    const key = keyOf(of);
    const known = kept.get(key);
    if (known) return known.answer;
    const asked = { answer: ask(of), atMs: now };
    kept.set(key, asked);
    asked.answer.catch(() => {
      if (kept.get(key) === asked) kept.delete(key);
    });
    return asked.answer;
  };
}

const REMEMBERED_MAX = 10_000;

/** A map that forgets the oldest entry when there are too many. */
export class Remembered<V> extends Map<string, V> {
  override set(key: string, value: V): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (oldest !== undefined && this.size > REMEMBERED_MAX) this.delete(oldest);
    return this;
  }
}
