import { newReturns, type ReturnedMoney } from '../../../src/domain/payout/returned-money';

const ACCOUNT = '9000000001';
const credit: ReturnedMoney = {
  source: 'credit',
  accountNumber: ACCOUNT,
  uniqueRef: '17',
  amountKobo: 50_000,
};

test('a credit to another account than the one that paid is no evidence of a return', () => {
  expect(newReturns([{ ...credit, accountNumber: '9000000002' }], ACCOUNT)).toEqual([]);
});

test('an event and the line of the statement about one credit are one return', () => {
  const event: ReturnedMoney = { source: 'event', accountNumber: ACCOUNT, uniqueRef: '17' };
  expect(newReturns([credit], ACCOUNT, [event])).toEqual([]);
});

test('a second credit is a return of its own', () => {
  expect(newReturns([{ ...credit, uniqueRef: '18' }], ACCOUNT, [credit])).toHaveLength(1);
});
