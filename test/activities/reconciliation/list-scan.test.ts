import fc from 'fast-check';
import { patiently, readBackTo } from '../../../src/activities/reconciliation/statement';
import { RateLimitedError } from '../../../src/bank/errors';

interface Item {
  readonly id: number;
  readonly at: string;
}

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, place) => ({
    id: place,
    at: new Date(Date.UTC(2026, 0, 1) + place * 60_000).toISOString(),
  }));

/** How a bank gives its pages. */
interface Pages {
  readonly size?: number;
  /** Whether a reply says that its page is the last. */
  readonly marksEnd?: boolean;
  /** Which page the bank gives when one is asked for. */
  readonly given?: (page: number) => number;
}

/** Reads a list, and records which pages were asked for. */
async function read(
  all: readonly Item[],
  fromAt: string,
  { size = 10, marksEnd = true, given = (page) => page }: Pages = {},
) {
  const asked: number[] = [];
  const readPage = async (page: number) => {
    asked.push(page);
    const start = (given(page) - 1) * size;
    return { items: all.slice(start, start + size), isLast: marksEnd && start + size >= all.length };
  };
  const found = await readBackTo(fromAt, { readPage, keyOf: ({ id }) => String(id), atOf: ({ at }) => at });
  return { found: found.map(({ id }) => id).sort((one, other) => one - other), asked };
}

function shuffled(all: readonly Item[], keys: Iterator<number>): Item[] {
  return all
    .map((item) => [keys.next().value as number, item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

test('a list scan finds everything since an instant, whatever the order and the page size, whether or not the bank marks the end', async () => {
  const count = fc.nat(45);
  const pages = fc.record({ size: fc.integer({ min: 1, max: 50 }), marksEnd: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(count, count, pages, fc.infiniteStream(fc.nat()), async (total, since, bank, keys) => {
      const all = items(total);
      for (const listed of [all, [...all].reverse(), ...(bank.size < 10 ? [] : [shuffled(all, keys)])]) {
        const { found } = await read(listed, items(46)[since]!.at, bank);
        expect(found).toEqual(all.slice(since).map(({ id }) => id));
      }
    }),
  );
});

test('a list scan of the newest first reads no more pages than it takes', async () => {
  const all = items(100);
  const { asked } = await read([...all].reverse(), all[85]!.at);
  expect(asked).toEqual([1, 2]);
});

test('a list scan of the oldest first reads all pages', async () => {
  const all = items(45);
  const { found, asked } = await read(all, all[40]!.at);
  expect(asked).toEqual([1, 2, 3, 4, 5]);
  expect(found).toEqual([40, 41, 42, 43, 44]);
});

test('a list of equal instants shows no order, so that its next page is read', async () => {
  const old = items(10).map((item) => ({ ...item, at: items(1)[0]!.at }));
  const young = { id: 10, at: items(11)[10]!.at };
  const { found } = await read([...old, young], young.at);
  expect(found).toEqual([10]);
});

test('a bank that ignores the page number is not asked for ever', async () => {
  const { asked } = await read(items(45), items(1)[0]!.at, { given: () => 1 });
  expect(asked).toEqual([1, 2, 3]);
});

test('a scan of a hundred thousand entries takes time in proportion to their number', async () => {
  const all = items(100_000).reverse();
  const { asked } = await read(all, items(1)[0]!.at, { size: 100 });
  expect(asked).toHaveLength(1_000);
});

const refused = new RateLimitedError('listTransactions', 5, 'rate limiter');

test('a call of a scheduled job waits while the rate limiter refuses it, and is repeated', async () => {
  const call = jest.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce('a page');
  expect(await patiently(call)).toBe('a page');
  expect(call).toHaveBeenCalledTimes(2);
});

test('a call of a scheduled job stops waiting when the job is cancelled', async () => {
  const endless = new RateLimitedError('listTransactions', 900_000, 'rate limiter');
  const call = () => Promise.reject(endless);
  await expect(patiently(call, AbortSignal.timeout(10))).rejects.toThrow('aborted');
});

test('a call of a scheduled job passes every other failure on', async () => {
  await expect(patiently(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

/** How many pages of a hundred a list of so many days is read for, at so many lines a day. */
async function pagesRead(linesPerDay: number): Promise<number> {
  let pages = 0;
  const dayMs = 86_400_000;
  const ageMs = (place: number) => (place * dayMs) / linesPerDay;
  const readPage = async (page: number) => {
    pages += 1;
    const items = Array.from({ length: 100 }, (_, place) => (page - 1) * 100 + place);
    return { items, isLast: page * 100 >= 60 * linesPerDay };
  };
  const at = (ms: number) => new Date(Date.parse('2026-11-20T00:00:00Z') - ms).toISOString();
  const pagesFor = (needed: number) => Math.max(200, Math.ceil(1.1 * needed));
  const listing = { readPage, keyOf: String, atOf: (place: number) => at(ageMs(place)) };
  await readBackTo<number>(at(dayMs), listing, { toAt: at(31 * dayMs), pagesFor });
  return pages;
}

test.each([
  ['all thirty days where they are short', 20, 7],
  ['as many days as its pages hold', 2_000, 200],
  ['a tenth more than the day needs where it needs more', 40_000, 442],
])('a list that is read further than it has to be is read for %s', async (_, linesPerDay, pages) => {
  expect(await pagesRead(linesPerDay)).toBe(pages);
});
