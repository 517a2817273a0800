import { RateLimiter } from 'fixed-window-limiter';
import { nowOrNever } from '../../support/activities/virtual-bank';
import { UnexpectedResponseError } from '../../../src/bank/errors';
import type { CallLimits } from '../../../src/bank/exchange';
import { StatusFeed } from '../../../src/activities/polling/status-feed';
import type { StatusReader } from '../../../src/activities/polling/status-reader';
import { ReadLimiter } from '../../../src/activities/polling/read-limiter';
import { ListedSource } from '../../support/activities/listed-source';

const SPACING_MS = 40_000;
const UNPRODUCTIVE_PAUSE_MS = 3_600_000;
const DELAY_MS = 60_000;

interface Asking {
  readonly waitedMs?: number;
  readonly dueInMs?: number;
  readonly isRecheck?: boolean;
}

/** Polls of one list in virtual time, without a limiter that keeps reads apart. They stay only while they are read for. */
class Watch {
  nowMs = 1_000_000;
  readonly source: ListedSource;
  private readonly feed: StatusFeed;
  private readonly reader: StatusReader<string>;

  constructor(pageSize = 10, limiter?: RateLimiter) {
    const now = () => this.nowMs;
    const timing = { now, after: nowOrNever };
    this.source = new ListedSource(pageSize);
    this.feed = new StatusFeed(new ReadLimiter(limiter, 1, now), timing, { longestMs: 0, most: 0 });
    const pages = { spacingMs: () => SPACING_MS, unproductivePauseMs: UNPRODUCTIVE_PAUSE_MS };
    this.reader = this.feed.reader(this.source, pages);
  }

  /** These wait, and come again when some time has passed. */
  async expect(...keys: string[]): Promise<this> {
    await Promise.all(keys.map((key) => this.look(key, { waitedMs: 0, dueInMs: DELAY_MS })));
    this.nowMs += DELAY_MS;
    return this;
  }

  look(
    key: string,
    { waitedMs = DELAY_MS, dueInMs = 0, isRecheck = false }: Asking = {},
    { signal }: CallLimits = {},
  ) {
    const sinceMs = this.nowMs - waitedMs;
    const question = { key, interpret, sinceMs, dueInMs, isRecheck, nextDelayMs: () => DELAY_MS };
    return this.feed.ask(this.reader, question, signal);
  }

  lookAll = (...keys: string[]) => Promise.all(keys.map((key) => this.look(key)));
}

function interpret(fact: string) {
  if (fact === 'PENDING') return { pending: 'PENDING' };
  return fact === 'UNCLEAR' ? { unclear: true as const } : { settled: fact };
}
const paid = { settled: 'SUCCESS' };

test('where calls cost nothing every status is read at once, and no page of a list', async () => {
  const limiter = new RateLimiter({ policy: { limit: Infinity, windowMs: 900_000 } });
  const watch = await new Watch(10, limiter).expect('A', 'B', 'C');
  watch.source.show('A', 'B', 'C');
  expect(await watch.lookAll('A', 'B', 'C')).toEqual([paid, paid, paid]);
  expect(watch.source.reads).toEqual(['single A', 'single B', 'single C']);
});

test('a page of a list that is under way is shared by all who come meanwhile', async () => {
  const watch = await new Watch().expect('A', 'B', 'C');
  watch.source.show('A', 'B', 'C');
  expect(await watch.lookAll('A', 'B', 'C')).toEqual([paid, paid, paid]);
  expect(watch.source.reads).toEqual(['page 1']);
});

test('a page of a list settles the waiters that come after it, until it is too old for them', async () => {
  const watch = await new Watch().expect('A', 'B', 'C');
  watch.source.show('A', 'B', 'C');
  await watch.look('A');
  watch.nowMs += 5_000;
  expect(await watch.look('B')).toEqual(paid);
  expect(watch.source.reads).toEqual(['page 1']);
});

test('a page of a list tells nothing to one who began to wait after it was read', async () => {
  const watch = await new Watch().expect('A', 'B');
  watch.source.show('A', 'B', 'C');
  await watch.look('A');
  watch.nowMs += 5_000;
  watch.source.show('B');
  expect(await watch.look('B', { waitedMs: 4_999 })).toMatchObject({ settled: 'SUCCESS' });
  expect(watch.source.reads).toEqual(['page 1', 'single B']);
});

test('a page of a list that does not show one leaves it to a read of its own, once the list has ended', async () => {
  const watch = await new Watch().expect('A', 'B', 'C');
  watch.source.show('A', 'B');
  watch.source.alone('C', 'FAILED');
  expect(await watch.lookAll('A', 'B', 'C')).toEqual([paid, paid, { settled: 'FAILED' }]);
  expect(watch.source.reads).toEqual(['page 1', 'single C']);
});

test('a page of a list that is unclear about one leaves it to a read of its own', async () => {
  const watch = await new Watch().expect('A', 'B');
  watch.source.show('A').set('B', 'UNCLEAR').alone('B', 'REVERSED');
  expect(await watch.lookAll('A', 'B')).toEqual([paid, { settled: 'REVERSED' }]);
  expect(watch.source.reads).toEqual(['page 1', 'single B']);
});

test('a page of a list is followed by the next while more are missing than pages were read', async () => {
  const watch = await new Watch(2).expect('A', 'B', 'C', 'D', 'E');
  watch.source.show('A', 'B', 'C', 'D', 'E');
  await watch.lookAll('A', 'B', 'C', 'D', 'E');
  expect(watch.source.reads).toEqual(['page 1', 'page 2', 'single E']);
});

test('a page full of others that came since does not end a list while many are missing', async () => {
  const watch = await new Watch(2).expect('A', 'B', 'C', 'D', 'E', 'F');
  watch.source.show('new 1', 'new 2', 'A', 'B', 'C', 'D', 'E', 'F');
  await watch.lookAll('A', 'B', 'C', 'D', 'E', 'F');
  expect(watch.source.reads).toEqual(['page 1', 'page 2', 'page 3', 'single E', 'single F']);
});

test('a page of a list comes no sooner than the distance of pages, but to a person', async () => {
  const watch = await new Watch().expect('A', 'B');
  watch.source.set('A', 'PENDING').set('B', 'PENDING').set('C', 'PENDING');
  await watch.look('A');
  watch.nowMs += 20_000;
  expect(await watch.look('C')).toEqual({ pending: 'PENDING', delayMs: 20_000, lacksRoom: true });
  expect(watch.source.reads).toEqual(['page 1']);
  expect(await watch.look('C', { isRecheck: true })).toMatchObject({ lacksRoom: false });
  expect(watch.source.reads).toEqual(['page 1', 'page 1']);
});

test('a page of a list that showed the same a moment ago is not asked for again', async () => {
  const watch = await new Watch().expect('A', 'B');
  watch.source.set('A', 'PENDING').set('B', 'PENDING');
  await watch.look('A');
  watch.nowMs += DELAY_MS / 4;
  const known = { pending: 'PENDING', delayMs: (3 / 4) * DELAY_MS, lacksRoom: false };
  expect(await watch.look('B')).toEqual(known);
  expect(watch.source.reads).toEqual(['page 1']);
});

test('a poll that waits alone is read alone', async () => {
  const watch = await new Watch().expect('A');
  watch.source.show('A');
  expect(await watch.look('A')).toEqual(paid);
  expect(watch.source.reads).toEqual(['single A']);
});

test('when the first waiter of a page is cancelled, the page is told to the others', async () => {
  const watch = await new Watch().expect('A', 'B', 'C');
  watch.source.show('A', 'B', 'C');
  const cancelled = new AbortController();
  const first = watch.look('A', {}, { signal: cancelled.signal });
  const others = watch.lookAll('B', 'C');
  cancelled.abort(new Error('the poll was cancelled'));
  await expect(first).rejects.toThrow('the poll was cancelled');
  expect(await others).toEqual([paid, paid]);
  expect(watch.source.reads).toEqual(['page 1']);
});

test('when the first waiter of a page fails otherwise, all who share it fail, and the next one begins anew', async () => {
  const watch = await new Watch().expect('A', 'B');
  watch.source.show('A', 'B').failOnce();
  const answers = await Promise.allSettled([watch.look('A'), watch.look('B')]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await watch.lookAll('A', 'B')).toEqual([paid, paid]);
  expect(watch.source.reads).toEqual(['page 1', 'page 1']);
});

test('a page that cannot be read leaves the statuses to reads of their own', async () => {
  const watch = await new Watch().expect('A', 'B');
  watch.source.show('A', 'B').failOnce(new UnexpectedResponseError('listTransactions', 'the reply is HTML'));
  expect(await watch.lookAll('A', 'B')).toEqual([paid, paid]);
  expect(watch.source.reads).toEqual(['page 1', 'single A', 'single B']);
});

test('a list is begun anew when no poll is left for which it was read on', async () => {
  const watch = await new Watch(1).expect('A', 'B', 'C');
  watch.source.show('A', 'B', 'C');
  await watch.look('A');
  watch.nowMs += 10 * DELAY_MS;
  (await watch.expect('D', 'E')).source.first('D', 'E');
  await watch.look('D');
  expect(watch.source.reads).toEqual(['page 1', 'page 1']);
});

test('a list that shows nothing of what is awaited is left alone for a while', async () => {
  const watch = new Watch();
  const askedOf = async (...keys: string[]) => {
    for (const key of keys) watch.source.alone(key, 'SUCCESS');
    await (await watch.expect(...keys)).lookAll(...keys);
    return watch.source.reads.splice(0);
  };
  expect(await askedOf('A', 'B')).toEqual(['page 1', 'single A', 'single B']);
  expect(await askedOf('C', 'D')).toEqual(['page 1', 'single C', 'single D']);
  expect(await askedOf('E', 'F')).toEqual(['single E', 'single F']);
  watch.nowMs += UNPRODUCTIVE_PAUSE_MS;
  watch.source.show('G', 'H');
  expect(await askedOf('G', 'H')).toEqual(['page 1']);
});
