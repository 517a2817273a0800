import { mentionsIn } from '../../../src/domain/money/remarks';
import type { StatementLine } from '../../../src/domain/reconciliation/statement';
import { ACCOUNT, compare } from '../../support/domain/reconciliation';

const DUTY = 5_000;
const START_MS = Date.parse('2026-11-20T06:00:00.000Z');
const at = (number: number) => new Date(START_MS + number * 30_000).toISOString();

/** Payouts of one day, every third of them below the amount from which on there is duty. */
const paid = (number: number) => ({
  reference: `PO-${number}`,
  uniqueRef: `1${String(number).padStart(19, '0')}`,
  amountKobo: number % 3 === 0 ? 999_999 : 1_000_000 + number,
  feeKobo: number % 2 === 0 ? 2_500 : DUTY,
  status: 'SUCCESS' as const,
  account: ACCOUNT,
  endedAt: at(number),
});
type Paid = ReturnType<typeof paid>;

const debit = (
  own: Paid,
  uniqueRef: string,
  amountKobo: number,
  words: string,
  later = 0,
): StatementLine => ({
  direction: 'DEBIT',
  uniqueRef,
  amountKobo,
  at: new Date(Date.parse(own.endedAt) + later).toISOString(),
  wasReversed: false,
  mentions: mentionsIn(words, uniqueRef),
});

const DAY_MS = 86_400_000;
/** How a bank shows the duty of a payout; a number is what it adds to the amount. */
const readings: Record<string, (own: Paid, number: number) => StatementLine | number | undefined> = {
  receiver: () => undefined,
  'own line with our reference': (own) =>
    debit(own, `${own.uniqueRef}_CBN_STAMP_DUTY_CHARGE`, DUTY, `Stamp duty for ${own.reference} salary`),
  'own line without our reference': (own) =>
    debit(own, `${own.uniqueRef}_CBN_STAMP_DUTY_CHARGE`, DUTY, 'Stamp duty'),
  'other words': (own) => debit(own, `${own.uniqueRef}_EMTL`, DUTY, 'EMTL'),
  'another reference': (own, number) => debit(own, `77${number}`, DUTY, 'FGN electronic money transfer'),
  'another reference, on the next day': (own, number) => debit(own, `77${number}`, DUTY, 'FGN EMT', DAY_MS),
  'inside the amount': () => DUTY,
};

test.each(Object.entries(readings))(
  'a thousand payouts agree with a statement that shows stamp duty so: %s',
  (_, duty) => {
    const ours = Array.from({ length: 1_000 }, (__, number) => paid(number));
    const lines = ours.flatMap((own, number) => {
      const taken = own.amountKobo >= 1_000_000 ? duty(own, number) : undefined;
      const inside = typeof taken === 'number' ? taken : 0;
      return [
        debit(own, own.uniqueRef, own.amountKobo + inside, `${own.reference} salary`),
        debit(own, `${own.uniqueRef}_CHARGE`, own.feeKobo, `Charge for ${own.reference} salary`),
        ...(typeof taken === 'object' ? [taken] : []),
      ];
    });
    const { counts, differences } = compare(ours, lines);
    expect(differences).toEqual([]);
    expect(counts.matched).toBe(1_000);
  },
);

const one = paid(1);
const own = [debit(one, one.uniqueRef, one.amountKobo, 'PO-1 salary')];
const strange = (uniqueRef: string) => debit(one, uniqueRef, DUTY, 'FGN EMT');

test('a second debit as high as a stamp duty, for which there is no transfer, is an unknown debit', () => {
  const { differences } = compare([one], [...own, strange('771'), strange('772')]);
  expect(differences).toMatchObject([{ cause: 'UNKNOWN_DEBIT', uniqueRef: '772', theirsKobo: DUTY }]);
});

test('a stamp duty that is taken twice under the reference of one payout is a difference', () => {
  const free = { ...one, feeKobo: 0 };
  const duty = (words: string) => debit(one, words, DUTY, 'Duty of PO-1');
  expect(compare([free], [...own, duty('771')]).differences).toEqual([]);
  const { differences } = compare([free], [...own, duty('771'), duty('772')]);
  expect(differences).toMatchObject([{ cause: 'OTHER_AMOUNT', reference: 'PO-1' }]);
});
