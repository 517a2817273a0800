import fc from 'fast-check';
import { differenceKobo, type DifferenceCause } from '../../../src/domain/reconciliation/differences';
import {
  FEE,
  amounts,
  compare,
  incomes,
  line,
  linesOf,
  oursOf,
  payout,
  samples,
  type Sample,
} from '../../support/domain/reconciliation';

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
    lines: [...lines, line('DEBIT', '77', own.amountKobo, { mentions: [own.reference] })],
    kobo: own.amountKobo,
  }),
  NOT_RETURNED: ({ own, lines }) => ({
    own: { ...own, status: 'FAILED' },
    lines,
    kobo: own.amountKobo + FEE,
  }),
  RETURNED: ({ own, lines }) => ({
    own,
    lines: [...lines, line('CREDIT', '78', own.amountKobo, { mentions: [own.reference] })],
    kobo: own.amountKobo,
  }),
};

/** The first word of an unknown debit's description may be anything, the name of a person too. */
const namedIn = (cause: string) =>
  cause === 'UNKNOWN_DEBIT' ? {} : { reference: expect.stringMatching(/^PO-/) as string };

test.each(Object.entries(planted))(
  '%s is found among payouts that agree, with its reference where it is ours',
  (cause, plant) => {
    fc.assert(
      fc.property(samples, incomes, amounts, (given, income, amountKobo) => {
        const wrong = plant(payout(1_000, 'SUCCESS', amountKobo));
        const lines = [...linesOf(given), ...wrong.lines, ...income];
        const { differences } = compare([...oursOf(given), wrong.own], lines);
        expect(differences).toEqual([expect.objectContaining({ cause, ...namedIn(cause) })]);
        expect(differences.map(differenceKobo)).toEqual([wrong.kobo]);
      }),
    );
  },
);

test('a stamp duty without its credit is a difference', () => {
  const { differences } = compare([], [line('DEBIT', '3_CBN_STAMP_DUTY_CHARGE', 5_000)]);
  expect(differences).toMatchObject([{ cause: 'DUTY_WITHOUT_CREDIT', oursKobo: 0, theirsKobo: 5_000 }]);
});

test('an unknown debit shows no word of its description', () => {
  const { differences } = compare([], [line('DEBIT', '77', 50_000, { mentions: ['Adaeze'] })]);
  expect(differences).toMatchObject([{ cause: 'UNKNOWN_DEBIT', uniqueRef: '77' }]);
  expect(JSON.stringify(differences)).not.toContain('Adaeze');
});
