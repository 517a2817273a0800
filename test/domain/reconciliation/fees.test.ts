import { namesFee, type StatementLine } from '../../../src/domain/reconciliation/statement';
import { compare, FEE, line, payout } from '../../support/domain/reconciliation';

const feeLine = (more: Partial<StatementLine> = {}) => line('DEBIT', 'F-1', FEE, { namesFee: true, ...more });
const paid = payout(1, 'SUCCESS', 50_000);
const transfer = paid.lines.slice(0, 1);

test.each([
  ['NIP CHARGE', true],
  ['Electronic transfer levy + VAT', true],
  ['PO-1 coffee for the office', false],
])('the description "%s" speaks of a fee: %s', (description, expected) => {
  expect(namesFee(description)).toBe(expected);
});

test('the words of a fee can be set', () => {
  expect(namesFee('COT on transfer', ['cot'])).toBe(true);
  expect(namesFee('Charge on transfer', ['cot'])).toBe(false);
});

test('a fee under words of its own that names no payout is no unknown debit', () => {
  const { counts, differences } = compare([paid.own], [...transfer, feeLine()]);
  expect(differences).toEqual([]);
  expect(counts).toMatchObject({ matched: 1, fee: 1 });
});

test('a fee that carries the reference of its payout is no second payment', () => {
  const { counts, differences } = compare([paid.own], [...transfer, feeLine({ mentions: ['PO-1'] })]);
  expect(differences).toEqual([]);
  expect(counts).toMatchObject({ matched: 1, fee: 0 });
});

test('a fee inside the amount, and a fee that is taken on a later day, are no difference', () => {
  const whole = line('DEBIT', paid.own.uniqueRef!, 50_000 + FEE, { mentions: ['PO-1'] });
  expect(compare([paid.own], [whole]).differences).toEqual([]);
  expect(compare([paid.own], transfer).differences).toEqual([]);
});

test('a debit as large as a payout is unknown, whatever its words', () => {
  const { differences } = compare([], [feeLine({ amountKobo: 20_000 })]);
  expect(differences).toMatchObject([{ cause: 'UNKNOWN_DEBIT', theirsKobo: 20_000 }]);
});

test('money that came back under other words is not missing where the bank marks its debit as reversed', () => {
  const failed = payout(2, 'FAILED', 50_000);
  const marked = failed.lines.slice(0, 2);
  const credit = line('CREDIT', 'C-1', 50_000 + FEE);
  const { differences, counts } = compare([failed.own], [...marked, credit]);
  expect(differences).toEqual([]);
  expect(counts).toMatchObject({ matched: 1, income: 1 });
});

test('a fee that was taken under other words may come back with its payment', () => {
  const failed = payout(2, 'FAILED', 50_000);
  const [debit, , ...credits] = failed.lines;
  const { differences, counts } = compare([failed.own], [debit!, feeLine(), ...credits]);
  expect(differences).toEqual([]);
  expect(counts).toMatchObject({ matched: 1, fee: 1 });
});

test('a fee that was kept of a reversed payment is not returned in full', () => {
  const failed = payout(2, 'FAILED', 50_000);
  const [debit, fee] = failed.lines;
  const { differences } = compare([failed.own], [debit!, { ...fee!, wasReversed: false }]);
  expect(differences).toMatchObject([{ cause: 'NOT_RETURNED' }]);
});
