import type { Committed } from '../../sandbox/committed-log';
import { judge, longestPauseMs } from '../../rivals/harness/judge';

const GOOD = { twice: 0, lost: 0, stuck: 0, namedWrongly: 0 };

let written = 0;
const entry = (effect: Committed['effect'], key: string): Committed => ({
  seq: ++written,
  at: '2026-01-01T00:00:00.000Z',
  operation: 'createPayout',
  effect,
  key,
});
const paid = (key: string) => [entry('payout-committed', key), entry('payout-succeeded', key)];

test('a payout that the bank took twice is counted, and one that it never took though it was named', () => {
  const log = [...paid('A'), ...paid('A'), ...paid('B')];
  const ends = ['A', 'B', 'C'].map((reference) => ({ reference, end: 'SUCCESS' }));
  expect(judge(['A', 'B', 'C'], log, ends)).toEqual({ ...GOOD, twice: 1, lost: 1 });
});

test('payouts that were paid once and named so are no one’s fault', () => {
  const ends = [{ reference: 'A', end: 'SUCCESS' }];
  expect(judge(['A'], paid('A'), ends)).toEqual(GOOD);
});

test('a paid payout that is named FAILED, or one under way that is named SUCCESS, is named wrongly', () => {
  const log = [...paid('A'), entry('payout-committed', 'B')];
  const ends = [
    { reference: 'A', end: 'FAILED' },
    { reference: 'B', end: 'SUCCESS' },
  ];
  expect(judge(['A', 'B'], log, ends)).toEqual({ ...GOOD, namedWrongly: 2 });
});

test('a payout without an end is stuck, whether the bank has it or not', () => {
  expect(judge(['A', 'B'], paid('A'), [])).toEqual({ ...GOOD, stuck: 2 });
});

test('the longest pause is the longest time in which a payout waited and none was committed', () => {
  const way = (wantedMs: number, submittedMs: number) => ({ wantedMs, submittedMs });
  // Nothing is wanted from 20 to 1000; from 1010 on one waits until 1400.
  expect(longestPauseMs([way(0, 20), way(1_000, 1_010), way(1_005, 1_400)], 2_000)).toBe(390);
  expect(longestPauseMs([way(0, 20), way(100, Infinity)], 2_000)).toBe(1_900);
  expect(longestPauseMs([], 2_000)).toBe(0);
});
