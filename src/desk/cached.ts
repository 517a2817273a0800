/** Asks at most once in a while, and gives everyone the same answer meanwhile; a failure is not kept. */
export function cachedFor<R>(ask: () => Promise<R>, forMs: number): () => Promise<R> {
  let last: { readonly answer: Promise<R>; readonly atMs: number } | undefined;
  return () => {
    if (last && performance.now() - last.atMs <= forMs) return last.answer;
    const asked = { answer: ask(), atMs: performance.now() };
    asked.answer.catch(() => {
      if (last === asked) last = undefined;
    });
    last = asked;
    return asked.answer;
  };
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
    const answer = kept.get(keyOf(of))?.answer ?? ask(of);
    if (!kept.has(keyOf(of))) kept.set(keyOf(of), { answer, atMs: now });
    return answer;
  };
}
