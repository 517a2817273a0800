import { Counter, DAY, MERCHANT } from '../../support/sandbox/counter';
import { Merchant } from '../../support/sandbox/merchant';

let counter: Counter;
let merchant: Merchant;
const open = async (fees: 'other-words' | 'inside-amount' | 'next-day') => {
  counter = await Counter.open({ readings: { fees } });
  merchant = new Merchant(counter);
};
afterEach(() => counter.close());

interface Line {
  readonly amount: number;
  readonly category: string;
  readonly uniqueRef: string;
  readonly transactionType: string;
}

const statement = async () =>
  (await counter.get(`/v1/accounts/${MERCHANT}/transactions`)).body.data.transactions as Line[];
/** The statement after the opening balance, newest first. */
const lines = async () =>
  (await statement()).slice(0, -1).map(({ amount, category }) => `${category} ${amount}`);
const events = async () => (await counter.get('/v1/webhook/history')).body.data as { event_id: string }[];
const transfer = () =>
  counter.post('/_sandbox/transfers', { accountNumber: MERCHANT, amountKobo: 2_000_000 }, {});
const isBalanced = () =>
  Object.values(counter.sandbox.state.ledger.toJSON()).reduce((sum, balance) => sum + balance, 0) === 0;

test('a fee in other words is a line that neither reference nor words tell from a payment', async () => {
  await open('other-words');
  await merchant.pay();
  await transfer();
  expect(await lines()).toEqual(['LEVY 5000', 'TRANSFER 2000000', 'LEVY 2500', 'TRANSFER 1000000']);
  const references = [...(await statement()), ...(await events())].map((each) =>
    'uniqueRef' in each ? each.uniqueRef : each.event_id,
  );
  expect(references.filter((reference) => reference.includes('_CHARGE'))).toEqual([]);
});

test('a fee inside the amount makes one line of payout and fee, and one of transfer less duty', async () => {
  await open('inside-amount');
  const before = await merchant.balance();
  const { total, fee } = (await merchant.pay()).body.data;
  await transfer();
  expect([total, fee]).toEqual([1_002_500, 2500]);
  expect(await lines()).toEqual(['TRANSFER 1995000', 'TRANSFER 1002500']);
  expect(await merchant.balance()).toBe(before - 1_002_500 + 1_995_000);
  expect(isBalanced()).toBe(true);
});

test.each([
  ['fails', '0000000004'],
  ['is reversed', '0000000006'],
])('a fee inside the amount comes back with it, in one line, when the payout %s', async (_, account) => {
  await open('inside-amount');
  const before = await merchant.balance();
  await merchant.pay({}, account);
  counter.time.pass(3 * DAY);
  await merchant.status();
  expect(await lines()).toEqual(['REVERSAL 1002500', 'TRANSFER 1002500']);
  expect([await merchant.balance(), isBalanced()]).toEqual([before, true]);
  expect(counter.sandbox.state.ledger.balanceOf('charges')).toBe(0);
});

test('a fee of the next day is a line of its own then', async () => {
  await open('next-day');
  await merchant.pay();
  await transfer();
  expect(await lines()).toEqual(['TRANSFER 2000000', 'TRANSFER 1000000']);
  counter.time.pass(DAY);
  expect(await lines()).toEqual(['CHARGE 5000', 'CHARGE 2500', 'TRANSFER 2000000', 'TRANSFER 1000000']);
});

test('a fee of the next day is not taken for a payout that failed before', async () => {
  await open('next-day');
  const before = await merchant.balance();
  await merchant.pay({}, '0000000004');
  counter.time.pass(2 * DAY);
  expect(await lines()).toEqual(['REVERSAL 1000000', 'TRANSFER 1000000']);
  expect(await merchant.balance()).toBe(before);
});

test('a fee of the next day comes back when the payout is reversed after it was taken', async () => {
  await open('next-day');
  const before = await merchant.balance();
  await merchant.pay({}, '0000000006');
  counter.time.pass(3 * DAY);
  expect(await lines()).toEqual(['REVERSAL 2500', 'REVERSAL 1000000', 'CHARGE 2500', 'TRANSFER 1000000']);
  expect(await merchant.balance()).toBe(before);
});
