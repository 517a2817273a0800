import fc from 'fast-check';
import { mentionsIn } from '../../../src/domain/money/remarks';
import { dutyOf } from '../../../src/domain/money/duty';
import { KnownMovements, type Meaning } from '../../../src/domain/reconciliation/line-meaning';
import type { OwnMovement, StatementLine } from '../../../src/domain/reconciliation/statement';
import { ACCOUNT, AT, amounts } from './reconciliation';

const OTHER_ACCOUNT = '9000000002';
/** References as callers choose them: with digits, without, with any of the signs that one may have. */
const reference = fc
  .tuple(fc.constantFrom('LR', 'PO', 'Pay.roll', 'b_7', 'X'), fc.constantFrom('-', '.', '_'), fc.nat(9_999))
  .map(([name, sign, number]) => `${name}${sign}${number}DAYS`);
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((each) => each.join(''));

const movement: fc.Arbitrary<OwnMovement & { uniqueRef: string; feeKobo: number }> = fc.record({
  reference,
  uniqueRef: digits(20),
  amountKobo: amounts,
  feeKobo: fc.constantFrom(0, 2_500, 5_375),
  status: fc.constantFrom('SUCCESS', 'FAILED', 'REVERSED', 'RUNNING'),
  account: fc.constantFrom(ACCOUNT, ACCOUNT, ACCOUNT, OTHER_ACCOUNT),
});

/** Words that stand around a reference, and mean nothing. */
const before = fc.constantFrom(
  '',
  'Reversal of ',
  'Reversal: ',
  'NIP/',
  'Refund (',
  'RVSL|',
  'Charge for ',
  'REV-',
);
const after = fc.constantFrom('', ' Invoice 17', '/Ada Obi', '|000013', ')', ' reversal of goods', '-RVSL');
const worded = (of: { readonly reference: string; readonly uniqueRef: string }) =>
  fc
    .tuple(before, fc.constantFrom(of.reference, of.uniqueRef), after)
    .map(([one, name, other]) => `${one}${name}${other}`);
const strange = fc.constantFrom(
  'Reversal of goods',
  'Funds returned',
  'Charge for rent',
  'Ada Obi',
  '',
  'EMTL',
);

interface Wish {
  readonly direction: string;
  readonly amountKobo: number;
  readonly description: fc.Arbitrary<string>;
  readonly uniqueRef?: string;
  readonly wasReversed?: boolean;
}

const line = ({ direction, amountKobo, description, uniqueRef, wasReversed = false }: Wish) =>
  fc.tuple(description, digits(19)).map(([words, own]): StatementLine => ({
    direction,
    amountKobo,
    at: AT,
    wasReversed,
    uniqueRef: uniqueRef ?? own,
    mentions: mentionsIn(words, uniqueRef ?? own, '77'),
  }));

/** One line with what it truly is, and whose. */
interface TrueLine {
  readonly line: StatementLine;
  readonly kind: Meaning['kind'];
  readonly of: OwnMovement | undefined;
}

type Truth = readonly [Wish, Meaning['kind'], OwnMovement?];

function truthsOf(own: OwnMovement & { uniqueRef: string; feeKobo: number }, part: number): Truth[] {
  const { amountKobo, feeKobo, uniqueRef } = own;
  const dutyKobo = dutyOf(amountKobo);
  const named = worded({ reference: own.reference, uniqueRef });
  const others: Truth[] = [
    [{ direction: 'CREDIT', amountKobo, description: strange }, 'income'],
    [{ direction: 'DEBIT', amountKobo, description: strange }, 'otherDebit'],
  ];
  if (own.account !== ACCOUNT)
    return [...others, [{ direction: 'CREDIT', amountKobo, description: named }, 'ownTransfer', own]];
  const ofPayout: Truth[] = [
    [{ direction: 'DEBIT', amountKobo, description: strange, uniqueRef }, 'payment', own],
    [{ direction: 'DEBIT', amountKobo, description: named, wasReversed: true }, 'payment', own],
    [{ direction: 'DEBIT', amountKobo: amountKobo + dutyKobo, description: named }, 'payment', own],
    [{ direction: 'CREDIT', amountKobo, description: named }, 'return', own],
    [{ direction: 'CREDIT', amountKobo: part, description: named }, 'return', own],
    [{ direction: 'DEBIT', amountKobo: amountKobo + 7, description: named }, 'unknown', own],
  ];
  const beside: Truth[] = [
    [
      { direction: 'DEBIT', amountKobo: feeKobo, description: strange, uniqueRef: `${uniqueRef}_CHARGE` },
      'fee',
      own,
    ],
    [{ direction: 'DEBIT', amountKobo: feeKobo, description: named }, 'fee', own],
    [{ direction: 'DEBIT', amountKobo: dutyKobo, description: named }, 'duty', own],
    [
      {
        direction: 'DEBIT',
        amountKobo: dutyKobo,
        description: strange,
        uniqueRef: `${uniqueRef}_CBN_STAMP_DUTY_CHARGE`,
      },
      'duty',
      own,
    ],
  ];
  return [...others, ...ofPayout, ...beside.filter(([{ amountKobo: kobo }]) => kobo > 0)];
}

/** Some payouts of ours, and a line of which it is known what it is. */
const trueLines = fc
  .tuple(
    fc.uniqueArray(movement, { minLength: 1, maxLength: 4, selector: ({ reference: own }) => own }),
    fc.nat(),
    fc.integer({ min: 1, max: 19_999 }),
  )
  .chain(([ours, choice, part]) => {
    const truths = truthsOf(ours[0]!, part);
    const [wish, kind, of] = truths[choice % truths.length]!;
    return line(wish).map((shown) => ({ ours, truth: { line: shown, kind, of } satisfies TrueLine }));
  });

/** What the decision makes of it. */
export const meaningOf = (ours: readonly OwnMovement[], shown: StatementLine): Meaning =>
  new KnownMovements(ACCOUNT, ours, [shown]).meaningOf(shown);

/** Tries so many lines. */
export function expectLinesRead(numRuns: number): void {
  fc.assert(
    fc.property(trueLines, ({ ours, truth: { line: shown, kind, of } }) => {
      const meaning = meaningOf(ours, shown);
      expect([meaning.kind, 'of' in meaning ? meaning.of : undefined]).toEqual([kind, of]);
    }),
    { numRuns },
  );
}
