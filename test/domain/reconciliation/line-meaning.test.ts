import { mentionsIn } from '../../../src/domain/money/remarks';
import { ACCOUNT, AT } from '../../support/domain/reconciliation';
import { expectLinesRead, meaningOf } from '../../support/domain/statement-lines';

test('a line is read as what it is, whatever words stand around the reference that it carries', () => {
  expectLinesRead(20_000);
});

const paid = {
  reference: 'LR-DAYS',
  uniqueRef: '12345678901234567890',
  amountKobo: 50_000,
  feeKobo: 2_500,
  status: 'SUCCESS',
  account: ACCOUNT,
} as const;
const credit = (description: string, uniqueRef = '99', amountKobo = 50_000) => ({
  ...{ direction: 'CREDIT', amountKobo, at: AT, wasReversed: false, uniqueRef },
  mentions: mentionsIn(description, uniqueRef),
});

test.each([
  'Reversal: LR-DAYS Invoice 17',
  'NIP RVSL/LR-DAYS/Ada Obi',
  'Refund (LR-DAYS)',
  'RVSL-LR-DAYS',
  'trf back 12345678901234567890',
])('money that comes in as "%s" is a payout that came back, not income', (description) => {
  expect(meaningOf([paid], credit(description))).toMatchObject({ kind: 'return', of: paid, isWhole: true });
});

test('a credit whose own reference is made of that of the debit is a payout that came back', () => {
  const shown = credit('Funds returned', `${paid.uniqueRef}_RVSL`, 20_000);
  expect(meaningOf([paid], shown)).toMatchObject({ kind: 'return', isWhole: false });
});

test('the words "reversal of" alone make no return of a credit', () => {
  expect(meaningOf([paid], credit('Reversal of goods bought in error'))).toEqual({ kind: 'income' });
});

test('of two payouts that a line names, it belongs to the one whose amount it has', () => {
  const other = { ...paid, reference: '17', uniqueRef: '2', amountKobo: 99_000 };
  expect(meaningOf([other, paid], credit('17 is LR-DAYS'))).toMatchObject({ of: paid });
});
