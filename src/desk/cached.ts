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
