import fc from 'fast-check';
import { withoutDebit } from '../../../src/domain/reconciliation/ledger';
import { type OwnMovement, outKobo, type StatementLine } from '../../../src/domain/reconciliation/statement';
import type { Found } from '../../../src/domain/reconciliation/matching';
import {
  ACCOUNT,
  AT,
  LATER,
  amounts,
  compare,
  incomes,
  line,
  linesOf,
  oursOf,
  payout,
  samples,
  statuses,
  total,
} from '../../support/domain/reconciliation';

test('a ledger that agrees with the statement shows no difference, whatever the order of the lines', () => {
  fc.assert(
    fc.property(samples, incomes, fc.infiniteStream(fc.nat()), (given, income, keys) => {
      const lines = [...linesOf(given), ...income]
        .map((each) => [keys.next().value as number, each] as const)
        .sort(([one], [other]) => one - other)
        .map(([, each]) => each);
      const { differences, counts } = compare(oursOf(given), lines);
      expect(differences).toEqual([]);
      const settled = given.filter(({ own: { status } }) => status !== 'RUNNING' && status !== 'CANCELLED');
      expect(counts.matched).toBe(settled.length);
    }),
  );
});

test('the sums of a reconciliation hold every line exactly once', () => {
  const lines = fc.array(
    fc.record({
      direction: fc.constantFrom('DEBIT', 'CREDIT', 'SOMETHING'),
      uniqueRef: fc.constantFrom('1', '1_CHARGE', '2', '3_CBN_STAMP_DUTY_CHARGE', '3', '4'),
      amountKobo: amounts,
      at: fc.constantFrom(AT, LATER),
      wasReversed: fc.boolean(),
      mentions: fc.constantFrom(['PO-1'], ['PO-2'], ['PO-9']),
    }),
  );
  const ours = fc.array(
    fc.record({
      reference: fc.constantFrom('PO-1', 'PO-2', 'PO-3'),
      uniqueRef: fc.constantFrom('1', '2', undefined),
      status: statuses,
      amountKobo: amounts,
      account: fc.constantFrom(ACCOUNT, '9000000002', undefined),
    }),
  );
  fc.assert(
    fc.property(lines, ours, (shown, held) => {
      const { sumsKobo, differences, counts } = compare(held, shown);
      expect(total(Object.values(sumsKobo))).toBe(total(shown.map(outKobo)));
      expect(sumsKobo.difference).toBe(total(differences.map(({ theirsKobo }) => theirsKobo)));
      expect(counts.difference).toBe(differences.length);
    }),
  );
});

const { own, lines } = payout(1, 'SUCCESS', 50_000);
const young = (each: StatementLine) => ({ ...each, at: LATER });

test.each<[string, readonly OwnMovement[], readonly StatementLine[], Found]>([
  ['a debit of a moment ago', [], lines.map(young), 'inFlight'],
  ['a payout that ended a moment ago', [{ ...own, endedAt: LATER }], [], 'inFlight'],
  ['a payout that runs', [{ ...own, status: 'RUNNING' }], lines, 'inFlight'],
  [
    'a payout that was reversed a moment ago',
    [own],
    [...lines, young(line('CREDIT', '9', 50_000, { mentions: ['PO-1'] }))],
    'inFlight',
  ],
  [
    'the other end of a payout from another account',
    [{ ...own, account: '9000000002' }],
    lines,
    'ownTransfer',
  ],
  ['a payout that was stopped and never sent', [{ ...own, status: 'STOPPED' }], [], 'matched'],
])('%s lacks its counterpart and is no difference', (_what, ours, shown, found) => {
  const { counts, differences, unsettled } = compare(ours, shown);
  expect(differences).toEqual([]);
  expect(unsettled).toEqual(found === 'inFlight' ? ours.map(({ reference }) => reference) : []);
  if (shown.length > 0 || found === 'inFlight') expect(counts[found]).toBeGreaterThan(0);
});

test('a flush that evidence has ended is compared by the amount of its debit, and counts once', () => {
  const { own, lines } = payout(1, 'SUCCESS', 5_000_000);
  const ended = { ...own, amountKobo: 0, uniqueRef: undefined };
  expect(compare([ended], lines)).toMatchObject({ differences: [], counts: { matched: 1 } });
  const twice = [...lines, line('DEBIT', 'D-2', 5_000_000, { mentions: ['PO-1'] })];
  expect(compare([ended], twice).differences).toMatchObject([{ cause: 'PAID_TWICE' }]);
});

test('a payment under another reference of the bank is a second one, though the first is not among the lines', () => {
  const { own } = payout(1, 'SUCCESS', 2_500_000);
  const second = line('DEBIT', 'D-2', 2_500_000, { mentions: ['PO-1'] });
  const ledger = { account: ACCOUNT, ours: [own], lines: [second], settledBefore: LATER };
  expect(withoutDebit(ledger)).toEqual([own]);
  const { differences } = compare([own], [second]);
  expect(differences).toMatchObject([{ cause: 'PAID_TWICE', oursKobo: 0, theirsKobo: 2_500_000 }]);
});

test('a payout whose debit stands before the beginning of the statement is told apart', () => {
  const inside = payout(1, 'SUCCESS', 30_000);
  const before = payout(2, 'SUCCESS', 40_000);
  const cut = payout(3, 'FAILED', 50_000);
  const lines = [...inside.lines, ...cut.lines.slice(2)];
  const ours = oursOf([inside, before, cut]);
  const lacking = withoutDebit({ account: ACCOUNT, ours, lines, settledBefore: LATER });
  expect(lacking.map(({ reference }) => reference)).toEqual(['PO-2', 'PO-3']);
});
