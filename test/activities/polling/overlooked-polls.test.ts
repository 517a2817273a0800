import { StatusFeed } from '../../../src/activities/polling/status-feed';
import { ReadLimiter } from '../../../src/activities/polling/read-limiter';
import { ListedSource } from '../../support/activities/listed-source';

const settledAs = (fact: string) => ({ settled: fact });

test('a poll that falls due while the feed decides is read at once, not when the feed next looks anyway', async () => {
  let nowMs = 0;
  const timing = {
    // Time passes while the feed decides: a little at each look at the clock.
    now: () => (nowMs += 0.05),
    after(delayMs: number, act: () => void) {
      if (delayMs < 1_000) setImmediate(act);
      return () => undefined;
    },
  };
  const limiter = new ReadLimiter(undefined, 1, timing.now);
  const feed = new StatusFeed(limiter, timing, { longestMs: 300_000, most: 10 });
  const source = new ListedSource(10);
  source.show('A');
  const reader = feed.reader(source, { spacingMs: () => 40_000, unproductivePauseMs: 0 });
  for (let dueInMs = 0.05; dueInMs < 2; dueInMs += 0.05) {
    const question = {
      key: 'A',
      interpret: settledAs,
      sinceMs: nowMs,
      dueInMs,
      isRecheck: false,
      nextDelayMs: () => 1,
    };
    const asked = feed.ask(reader, question);
    expect({ dueInMs, seen: await Promise.race([asked, overlooked()]) }).toEqual({
      dueInMs,
      seen: { settled: 'SUCCESS' },
    });
  }
});

/** After so many turns of the loop that a poll which the feed looks at again must have been read. */
async function overlooked(): Promise<string> {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
  return 'overlooked';
}
