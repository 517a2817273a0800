import type { WorkflowExecutionInfo } from '@temporalio/client';
import fc from 'fast-check';
import { entriesAfter, type Placed, type Visibility } from '../../../src/cases/listing/waiting-order';

/** A case of the index: when it began, and since when it waits, in milliseconds. */
interface Indexed {
  readonly id: string;
  readonly startMs: number;
  readonly sinceMs: number | undefined;
}

/** An index that understands the conditions of this module, and gives its entries in no helpful order. */
function indexOf(entries: readonly Indexed[]): Visibility {
  const matching = (query = '') => {
    const [, from = '', to = ''] = />= "([^"]+)" .* < "([^"]+)"/.exec(query) ?? [];
    const waits = query.includes('IS NOT NULL');
    const isIn = (atMs: number) => atMs >= Date.parse(from) && atMs < Date.parse(to);
    return entries.filter(({ sinceMs, startMs }) =>
      waits ? sinceMs !== undefined && isIn(sinceMs) : sinceMs === undefined && isIn(startMs),
    );
  };
  return {
    count: async (query) => ({ count: matching(query).length, groups: [] }),
    list: (options) => listing(matching(options?.query).map(executionOf)),
  };
}

function listing(executions: readonly WorkflowExecutionInfo[]): ReturnType<Visibility['list']> {
  const each = async function* () {
    yield* executions;
  };
  return { [Symbol.asyncIterator]: each, intoHistories: () => each() as never };
}

const executionOf = ({ id, startMs, sinceMs }: Indexed) =>
  ({
    workflowId: id,
    startTime: new Date(startMs),
    typedSearchAttributes: { get: () => (sinceMs === undefined ? undefined : new Date(sinceMs)) },
  }) as unknown as WorkflowExecutionInfo;

async function pages(entries: readonly Indexed[], limit: number): Promise<string[]> {
  const index = indexOf(entries);
  const found: string[] = [];
  let last: Placed | undefined;
  // Ends with a page that is not full.
  for (;;) {
    const page = await entriesAfter(index, 'TRUE', last?.place, limit);
    found.push(...page.map(({ execution }) => execution.workflowId));
    last = page.at(-1);
    if (page.length < limit) return found;
  }
}

const inOrder = (entries: readonly Indexed[]) =>
  [...entries]
    .sort(
      (one, other) =>
        Number(one.sinceMs === undefined) - Number(other.sinceMs === undefined) ||
        (one.sinceMs ?? one.startMs) - (other.sinceMs ?? other.startMs) ||
        (one.id < other.id ? -1 : 1),
    )
    .map(({ id }) => id);

const moment = fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_050 });

test('page after page lists every case once, the longest waiting first', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(
        fc.record({
          id: fc.string({ minLength: 1 }),
          startMs: moment,
          sinceMs: fc.option(moment, { nil: undefined }),
        }),
        { selector: ({ id }) => id, maxLength: 60 },
      ),
      fc.integer({ min: 1, max: 20 }),
      async (entries, limit) => expect(await pages(entries, limit)).toEqual(inOrder(entries)),
    ),
    { numRuns: 200 },
  ));

test('of more cases than are read at a time, the longest waiting come first', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({
    id: `c-${n}`,
    startMs: 0,
    sinceMs: 1_700_000_000_000 + ((n * 7_919) % 5_000) * 60_000,
  }));
  const page = await entriesAfter(indexOf(many), 'TRUE', undefined, 50);
  expect(page.map(({ execution }) => execution.workflowId)).toEqual(inOrder(many).slice(0, 50));
});
