import { CancellationScope, sleep } from '@temporalio/workflow';

/** The first of these to settle decides, with its value or its error; the others are cancelled. */
export async function firstOf<T extends unknown[]>(
  ...racers: { [K in keyof T]: () => Promise<T[K]> }
): Promise<T[number]> {
  const scope = new CancellationScope();
  try {
    return await scope.run(() => Promise.race(racers.map((start) => start())));
  } finally {
    scope.cancel();
  }
}

/** Waits for an answer at most `realMs`; nothing when none came. The loser is cancelled. */
export function within<R>(
  realMs: number,
  answer: () => Promise<R>,
  timerSummary = 'the wait ends',
): Promise<R | undefined> {
  return firstOf<[R, undefined]>(answer, () =>
    sleep(Math.max(1, realMs), { summary: timerSummary }).then(() => undefined),
  );
}
