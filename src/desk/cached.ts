/** Asks at most once in a while, and gives everyone the same answer meanwhile; a failure is not kept. */
export function cachedFor<R>(ask: () => Promise<R>, forMs: number): () => Promise<R> {
  const only = cachedEach(ask, () => '', forMs);
  return () => only(undefined);
}

/** The same of many things, each by its key. The oldest go first. */
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
