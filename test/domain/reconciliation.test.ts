import fc from 'fast-check';
import { differenceKobo, type DifferenceCause } from '../../src/domain/differences';
import { withoutDebit, type OwnMovement } from '../../src/domain/books';
import { reconcile, type Found } from '../../src/domain/reconciliation';
import { outKobo, type StatementLine } from '../../src/domain/statement';

const ACCOUNT = '9000000001';
const AT = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-21T00:00:00.000Z';
const FEE = 5_000;

type Status = OwnMovement['status'];
interface Sample {
  readonly own: OwnMovement;
  readonly lines: StatementLine[];
}

const line = (
  direction: string,
  uniqueRef: string,
  amountKobo: number,
  more: Partial<StatementLine> = {},
) => ({
  direction,
  uniqueRef,
  amountKobo,
  at: AT,
  wasReversed: false,
  ...more,
});

/** A payout and the lines that it leaves on the statement. */
function payout(number: number, status: Status, amountKobo: number, feeKobo = FEE): Sample {
  const reference = `PO-${number}`;
  const uniqueRef = `1${String(number).padStart(19, '0')}`;
  const wasReversed = status === 'FAILED' || status === 'REVERSED';
  const own = { reference, status, amountKobo, feeKobo, uniqueRef, account: ACCOUNT, endedAt: AT };
  if (status === 'CANCELLED') return { own, lines: [] };
  const lines = [line('DEBIT', uniqueRef, amountKobo, { reference, wasReversed })];
  if (feeKobo > 0) lines.push(line('DEBIT', `${uniqueRef}_CHARGE`, feeKobo, { reference, wasReversed }));
  if (wasReversed)
    lines.push(
      ...lines.map((taken, place) => line('CREDIT', `2${number}${place}`, taken.amountKobo, { reference })),
    );
  return { own, lines };
}

const compare = (ours: readonly OwnMovement[], lines: readonly StatementLine[]) =>
  reconcile({ account: ACCOUNT, ours, lines, settledBefore: LATER });

const amounts = fc.integer({ min: 20_000, max: 10_000_000_00 });
const statuses = fc.constantFrom<Status>('SUCCESS', 'FAILED', 'REVERSED', 'CANCELLED', 'RUNNING');
const samples = fc
  .array(fc.record({ status: statuses, amountKobo: amounts, feeKobo: fc.constantFrom(0, FEE) }), {
    maxLength: 30,
  })
  .map((wishes) =>
    wishes.map(({ status, amountKobo, feeKobo }, place) => payout(place, status, amountKobo, feeKobo)),
  );

/** Money from others, with and without a stamp duty. */
const incomes = fc
  .array(fc.record({ amountKobo: amounts, duty: fc.boolean() }), { maxLength: 10 })
  .map((wishes) =>
    wishes.flatMap(({ amountKobo, duty }, place) => {
      const credit = line('CREDIT', `3${place}`, amountKobo, { reference: 'Incoming' });
      return duty ? [credit, line('DEBIT', `3${place}_CBN_STAMP_DUTY_CHARGE`, 5_000)] : [credit];
    }),
  );

const oursOf = (given: readonly Sample[]) => given.map(({ own }) => own);
const linesOf = (given: readonly Sample[]) => given.flatMap(({ lines }) => lines);
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

test('books that agree show no difference, whatever the order of the lines', () => {
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

test('the sums hold every line exactly once', () => {
  const lines = fc.array(
    fc.record({
      direction: fc.constantFrom('DEBIT', 'CREDIT', 'SOMETHING'),
      uniqueRef: fc.constantFrom('1', '1_CHARGE', '2', '3_CBN_STAMP_DUTY_CHARGE', '3', '4'),
      amountKobo: amounts,
      at: fc.constantFrom(AT, LATER),
      wasReversed: fc.boolean(),
      reference: fc.constantFrom('PO-1', 'PO-2', 'PO-9'),
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

/** Something that is wrong on one side, and what is to be found about it. */
const planted: Record<
  Exclude<DifferenceCause, 'DUTY_WITHOUT_CREDIT'>,
  (sample: Sample) => Sample & { kobo: number }
> = {
  NOT_ON_STATEMENT: ({ own }) => ({ own, lines: [], kobo: own.amountKobo + FEE }),
  UNKNOWN_DEBIT: ({ own, lines }) => ({
    own: { ...own, reference: 'PO-999999', uniqueRef: '0', status: 'CANCELLED' },
    lines: lines.slice(0, 1),
    kobo: own.amountKobo,
  }),
  NOT_SENT_BY_US: ({ own, lines }) => ({
    own: { ...own, status: 'CANCELLED' },
    lines,
    kobo: own.amountKobo + FEE,
  }),
  OTHER_AMOUNT: ({ own, lines }) => ({ own: { ...own, amountKobo: own.amountKobo + 1 }, lines, kobo: 1 }),
  PAID_TWICE: ({ own, lines }) => ({
    own,
    lines: [...lines, line('DEBIT', '77', own.amountKobo, { reference: own.reference })],
    kobo: own.amountKobo,
  }),
  NOT_GIVEN_BACK: ({ own, lines }) => ({
    own: { ...own, status: 'FAILED' },
    lines,
    kobo: own.amountKobo + FEE,
  }),
  GIVEN_BACK: ({ own, lines }) => ({
    own,
    lines: [...lines, line('CREDIT', '78', own.amountKobo, { reference: own.reference })],
    kobo: own.amountKobo,
  }),
};

test.each(Object.entries(planted))('%s is found among payouts that agree, and named', (cause, plant) => {
  fc.assert(
    fc.property(samples, incomes, amounts, (given, income, amountKobo) => {
      const wrong = plant(payout(1_000, 'SUCCESS', amountKobo));
      const lines = [...linesOf(given), ...wrong.lines, ...income];
      const { differences } = compare([...oursOf(given), wrong.own], lines);
      expect(differences).toEqual([
        expect.objectContaining({ cause, reference: expect.stringMatching(/^PO-/) }),
      ]);
      expect(differences.map(differenceKobo)).toEqual([wrong.kobo]);
    }),
  );
});

test('a stamp duty without its credit is a difference', () => {
  const { differences } = compare([], [line('DEBIT', '3_CBN_STAMP_DUTY_CHARGE', 5_000)]);
  expect(differences).toMatchObject([{ cause: 'DUTY_WITHOUT_CREDIT', oursKobo: 0, theirsKobo: 5_000 }]);
});

describe('what lacks its counterpart', () => {
  const { own, lines } = payout(1, 'SUCCESS', 50_000);
  const young = (each: StatementLine) => ({ ...each, at: LATER });

  test.each<[string, readonly OwnMovement[], readonly StatementLine[], Found]>([
    ['a debit of a moment ago', [], lines.map(young), 'inFlight'],
    ['a payout that ended a moment ago', [{ ...own, endedAt: LATER }], [], 'inFlight'],
    ['a payout that runs', [{ ...own, status: 'RUNNING' }], lines, 'inFlight'],
    [
      'one that was reversed a moment ago',
      [own],
      [...lines, young(line('CREDIT', '9', 50_000, { reference: 'PO-1' }))],
      'inFlight',
    ],
    [
      'the other end of a payout from another account',
      [{ ...own, account: '9000000002' }],
      lines,
      'ownTransfer',
    ],
    ['a payout that was stopped and never sent', [{ ...own, status: 'STOPPED' }], [], 'matched'],
  ])('%s is no difference', (_what, ours, shown, found) => {
    const { counts, differences } = compare(ours, shown);
    expect(differences).toEqual([]);
    if (shown.length > 0 || found === 'inFlight') expect(counts[found]).toBeGreaterThan(0);
  });
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
