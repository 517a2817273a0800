import fc from 'fast-check';
import { instantIn, patiently, readBackTo } from '../../src/activities/paging';
import { RateLimitedError, UnexpectedResponseError } from '../../src/service/errors';

const SIZE = 10;

interface Item {
  readonly id: number;
  readonly at: string;
}

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, place) => ({
    id: place,
    at: new Date(Date.UTC(2026, 0, 1) + place * 60_000).toISOString(),
  }));

/** Reads a list, and tells which pages were asked for. */
async function read(all: readonly Item[], fromAt: string, change: (page: number) => number = (page) => page) {
  const asked: number[] = [];
  const readPage = async (page: number) => {
    asked.push(page);
    const start = (change(page) - 1) * SIZE;
    return { items: all.slice(start, start + SIZE), isLast: start + SIZE >= all.length };
  };
  const found = await readBackTo(fromAt, { readPage, keyOf: ({ id }) => String(id), atOf: ({ at }) => at });
  return { found: found.map(({ id }) => id).sort((one, other) => one - other), asked };
}

test('everything since an instant is found, in whatever order it is listed', async () => {
  const count = fc.nat(45);
  await fc.assert(
    fc.asyncProperty(count, count, fc.infiniteStream(fc.nat()), async (total, since, keys) => {
      const all = items(total);
      const shuffled = all
        .map((item) => [keys.next().value as number, item] as const)
        .sort(([one], [other]) => one - other)
        .map(([, item]) => item);
      for (const listed of [all, [...all].reverse(), shuffled]) {
        const { found } = await read(listed, items(46)[since]!.at);
        expect(found).toEqual(all.slice(since).map(({ id }) => id));
      }
    }),
  );
});

test('newest first, no more pages are read than it takes', async () => {
  const all = items(100);
  const { asked } = await read([...all].reverse(), all[85]!.at);
  expect(asked).toEqual([1, 2]);
});

test('oldest first, all pages are read', async () => {
  const all = items(45);
  const { found, asked } = await read(all, all[40]!.at);
  expect(asked).toEqual([1, 2, 3, 4, 5]);
  expect(found).toEqual([40, 41, 42, 43, 44]);
});

test('a service that knows no pages is not asked for ever', async () => {
  const { asked } = await read(items(45), items(1)[0]!.at, () => 1);
  expect(asked).toEqual([1, 2]);
});

describe('a call of many', () => {
  const refused = new RateLimitedError('listTransactions', 5, 'own budget');

  test('waits when the window is used up, and goes on', async () => {
    const call = jest.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce('a page');
    expect(await patiently(call)).toBe('a page');
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('waits no longer than anybody is interested', async () => {
    const endless = new RateLimitedError('listTransactions', 900_000, 'own budget');
    const call = () => Promise.reject(endless);
    await expect(patiently(call, AbortSignal.timeout(10))).rejects.toThrow('aborted');
  });

  test('passes on every other failure', async () => {
    await expect(patiently(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

test.each(['2026-11-21T08:00:00.000+0000', '2026-11-21T09:00:00.000+01:00', '2026-11-21T08:00:00Z'])(
  'an instant is read however its offset is written: %s',
  (text) => {
    expect(instantIn('listTransactions', 'entryDate', text)).toBe('2026-11-21T08:00:00.000Z');
  },
);

test('an instant that nobody can read is a reply against the contract, and does not repeat what it says', () => {
  const read = () => instantIn('listTransactions', 'entryDate', 'yesterday, by somebody');
  expect(read).toThrow(UnexpectedResponseError);
  expect(read).toThrow('listTransactions: in the reply there is no instant in entryDate');
});
