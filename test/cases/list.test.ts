import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import fc from 'fast-check';
import { listCases } from '../../src/cases/list';
import { kinds } from '../../src/domain/kinds';

/** A case of the index: when it began, and since when it waits, in milliseconds. */
interface Indexed {
  readonly id: string;
  readonly startMs: number;
  readonly sinceMs: number | undefined;
}

/** An index that gives its entries in no helpful order. */
const clientOf = (entries: readonly Indexed[]): Client =>
  ({
    workflow: {
      list: async function* () {
        yield* entries.map(executionOf);
      },
    },
  }) as unknown as Client;

const executionOf = ({ id, startMs, sinceMs }: Indexed) =>
  ({
    workflowId: `loan:${id}`,
    status: { name: 'RUNNING' },
    startTime: new Date(startMs),
    typedSearchAttributes: {
      get: ({ name }: { name: string }) =>
        name === 'WaitingSince' && sinceMs !== undefined ? new Date(sinceMs) : undefined,
    },
  }) as unknown as WorkflowExecutionInfo;

const instant = fc.integer({ min: 0, max: 2e12 });
const indexed = fc.uniqueArray(
  fc.record({ id: fc.uuid(), startMs: instant, sinceMs: fc.option(instant, { nil: undefined }) }),
  { selector: ({ id }) => id, maxLength: 40 },
);

test('the longest waiting cases come first, then those that wait for nothing, the oldest first', () =>
  fc.assert(
    fc.asyncProperty(indexed, fc.integer({ min: 1, max: 50 }), async (entries, limit) => {
      const { items, total } = await listCases(clientOf(entries), kinds.loan, {}, limit);
      const waiting = entries.filter(({ sinceMs }) => sinceMs !== undefined);
      const others = entries.filter(({ sinceMs }) => sinceMs === undefined);
      const expected = [
        ...waiting.sort((one, other) => one.sinceMs! - other.sinceMs!),
        ...others.sort((one, other) => one.startMs - other.startMs),
      ].map(({ id }) => id);
      expect(total).toBe(entries.length);
      expect(items.map(({ reference }) => reference)).toEqual(expected.slice(0, limit));
    }),
  ));
