import { LRUCache } from 'lru-cache';

/** Caches one answer for `forMs`, so that all callers share it; a failure is not cached. */
export function cachedFor<R>(ask: () => Promise<R>, forMs: number): () => Promise<R> {
  const only = cachedEach(ask, () => '', forMs);
  return () => only(undefined);
}

/** Caches answers by key, for `forMs` each. */
export function cachedEach<T, R>(ask: (of: T) => Promise<R>, keyOf: (of: T) => string, forMs: number) {
  const kept = new LRUCache<string, Promise<R>>({ max: 10_000, ttl: forMs });
  return (of: T): Promise<R> => {
    const key = keyOf(of);
    const known = kept.get(key);
    if (known) return known;
    const answer = ask(of);
    kept.set(key, answer);
    answer.catch(() => {
      if (kept.peek(key) === answer) kept.delete(key);
    });
    return answer;
  };
}
