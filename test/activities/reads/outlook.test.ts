import { Outlook, type Question } from '../../../src/activities/reads/outlook';
import { ReadPace } from '../../../src/activities/reads/read-pace';
import type { CallLimits } from '../../../src/service/exchange';
import { ListedSource } from './listed-source';

const SPACING_MS = 40_000;
const VAIN_PAUSE_MS = 3_600_000;
const DELAY_MS = 60_000;

type Asking = Partial<Question<string, string>>;

/** One outlook on a list in virtual time, without a budget that keeps reads apart. */
class Watch {
  nowMs = 1_000_000;
  readonly source: ListedSource;
  private readonly outlook: Outlook<string>;

  constructor(pageSize = 10) {
    const now = () => this.nowMs;
    this.source = new ListedSource(pageSize);
    const timing = { spacingMs: () => SPACING_MS, vainPauseMs: VAIN_PAUSE_MS };
    this.outlook = new Outlook(this.source, new ReadPace(undefined, 1, now), timing, now);
  }

  /** These wait, and come back when some time has passed. */
  expect(...keys: string[]): this {
    for (const key of keys) this.outlook.expect(key, DELAY_MS);
    this.nowMs += DELAY_MS;
    return this;
  }

  look(key: string, asking: Asking = {}, limits: CallLimits = {}) {
    const judge = (fact: string) => (fact === 'PENDING' ? { still: 'PENDING' } : judged(fact));
    const question = { key, judge, waitedMs: DELAY_MS, delayMs: DELAY_MS, isUrged: false, ...asking };
    return this.outlook.look(question, limits);
  }

  lookAll = (...keys: string[]) => Promise.all(keys.map((key) => this.look(key)));
}

const judged = (fact: string) => (fact === 'UNCLEAR' ? { unclear: true as const } : { settled: fact });
const paid = { settled: 'SUCCESS' };

describe('a page of a list', () => {
  test('that is under way is shared by all who come meanwhile', async () => {
    const watch = new Watch().expect('A', 'B', 'C');
    watch.source.show('A', 'B', 'C');
    expect(await watch.lookAll('A', 'B', 'C')).toEqual([paid, paid, paid]);
    expect(watch.source.reads).toEqual(['page 1']);
  });

  test('settles those who come after it, until it is too old for them', async () => {
    const watch = new Watch().expect('A', 'B', 'C');
    watch.source.show('A', 'B', 'C');
    await watch.look('A');
    watch.nowMs += 5_000;
    expect(await watch.look('B')).toEqual(paid);
    expect(watch.source.reads).toEqual(['page 1']);
  });

  test('tells nothing to one who began to wait after it was read', async () => {
    const watch = new Watch().expect('A', 'B');
    watch.source.show('A', 'B', 'C');
    await watch.look('A');
    watch.nowMs += 5_000;
    watch.source.show('B');
    expect(await watch.look('B', { waitedMs: 4_999 })).toMatchObject({ settled: 'SUCCESS' });
    expect(watch.source.reads).toEqual(['page 1', 'single B']);
  });

  test('that does not show one leaves it to a read of its own, once the list has ended', async () => {
    const watch = new Watch().expect('A', 'B', 'C');
    watch.source.show('A', 'B');
    watch.source.alone('C', 'FAILED');
    expect(await watch.lookAll('A', 'B', 'C')).toEqual([paid, paid, { settled: 'FAILED' }]);
    expect(watch.source.reads).toEqual(['page 1', 'single C']);
  });

  test('that is unclear about one leaves it to a read of its own', async () => {
    const watch = new Watch().expect('A', 'B');
    watch.source.show('A').set('B', 'UNCLEAR').alone('B', 'REVERSED');
    expect(await watch.lookAll('A', 'B')).toEqual([paid, { settled: 'REVERSED' }]);
    expect(watch.source.reads).toEqual(['page 1', 'single B']);
  });

  test('is followed by the next while more are missing than pages were read', async () => {
    const watch = new Watch(2).expect('A', 'B', 'C', 'D', 'E');
    watch.source.show('A', 'B', 'C', 'D', 'E');
    await watch.lookAll('A', 'B', 'C', 'D', 'E');
    expect(watch.source.reads).toEqual(['page 1', 'page 2', 'single E']);
  });

  test('comes no sooner than the distance of pages, but to a person', async () => {
    const watch = new Watch().expect('A', 'B', 'C');
    watch.source.set('A', 'PENDING').set('B', 'PENDING').set('C', 'PENDING');
    await watch.look('A');
    watch.nowMs += 20_000;
    expect(await watch.look('B')).toEqual({ still: 'PENDING', delayMs: 20_000, lacksBudget: true });
    expect(watch.source.reads).toEqual(['page 1']);
    expect(await watch.look('B', { isUrged: true })).toMatchObject({ lacksBudget: false });
    expect(watch.source.reads).toEqual(['page 1', 'page 1']);
  });

  test('that showed the same a moment ago is not asked for again', async () => {
    const watch = new Watch().expect('A', 'B');
    watch.source.set('A', 'PENDING').set('B', 'PENDING');
    await watch.look('A');
    watch.nowMs += DELAY_MS / 4;
    const known = { still: 'PENDING', delayMs: DELAY_MS, lacksBudget: false };
    expect(await watch.look('B')).toEqual(known);
    expect(watch.source.reads).toEqual(['page 1']);
  });
});

test('whoever waits alone is read alone', async () => {
  const watch = new Watch().expect('A');
  watch.source.show('A');
  expect(await watch.look('A')).toEqual(paid);
  expect(watch.source.reads).toEqual(['single A']);
});

describe('when the one who asked for a page', () => {
  test('is cancelled, the others read it again together', async () => {
    const watch = new Watch().expect('A', 'B', 'C');
    watch.source.show('A', 'B', 'C').failOnce();
    const cancelled = new AbortController();
    const first = watch.look('A', {}, { signal: cancelled.signal });
    const others = watch.lookAll('B', 'C');
    cancelled.abort();
    await expect(first).rejects.toThrow('broken off');
    expect(await others).toEqual([paid, paid]);
    expect(watch.source.reads).toEqual(['page 1', 'page 1']);
  });

  test('fails otherwise, all who share it fail, and the next one begins anew', async () => {
    const watch = new Watch().expect('A', 'B');
    watch.source.show('A', 'B').failOnce();
    const answers = await Promise.allSettled([watch.look('A'), watch.look('B')]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await watch.lookAll('A', 'B')).toEqual([paid, paid]);
    expect(watch.source.reads).toEqual(['page 1', 'page 1']);
  });
});

test('a list is begun anew when nobody is left for whom it was read on', async () => {
  const watch = new Watch(1).expect('A', 'B', 'C');
  watch.source.show('A', 'B', 'C');
  await watch.look('A');
  watch.nowMs += 10 * DELAY_MS;
  watch.expect('D', 'E').source.first('D', 'E');
  await watch.look('D');
  expect(watch.source.reads).toEqual(['page 1', 'page 1']);
});

test('a list that shows nothing of what is awaited is left alone for a while', async () => {
  const watch = new Watch();
  const askedOf = async (...keys: string[]) => {
    for (const key of keys) watch.source.alone(key, 'SUCCESS');
    await watch.expect(...keys).lookAll(...keys);
    return watch.source.reads.splice(0);
  };
  expect(await askedOf('A', 'B')).toEqual(['page 1', 'single A', 'single B']);
  expect(await askedOf('C', 'D')).toEqual(['page 1', 'single C', 'single D']);
  expect(await askedOf('E', 'F')).toEqual(['single E', 'single F']);
  watch.nowMs += VAIN_PAUSE_MS;
  watch.source.show('G', 'H');
  expect(await askedOf('G', 'H')).toEqual(['page 1']);
});
