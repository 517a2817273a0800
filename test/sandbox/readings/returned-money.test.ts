import type { ChosenReadings } from '../../../sandbox/readings/readings';
import { Counter, DAY, HOUR, MERCHANT } from '../../support/sandbox/counter';
import { Merchant } from '../../support/sandbox/merchant';

let counter: Counter;
let merchant: Merchant;
const failed = async (returnedMoney: ChosenReadings['returnedMoney']) => {
  counter = await Counter.open({ readings: { returnedMoney }, payoutFeeKobo: 0 });
  merchant = new Merchant(counter);
  await merchant.pay({ amount: 1_000_001 }, '0000000004');
  counter.time.pass(60);
};
afterEach(() => counter.close());

interface Event {
  readonly event_id: string;
  readonly data: { readonly data: { readonly amount: number; readonly transactionType: string } };
}

const credits = async () => {
  const { transactions } = (await counter.get(`/v1/accounts/${MERCHANT}/transactions`)).body.data;
  const back = (transactions as { category: string; amount: number }[]).filter(
    ({ category }) => category === 'REVERSAL',
  );
  return back.map(({ amount }) => amount);
};
/** The events of money that came back, after that of the opening balance; newest first. */
const events = async () => {
  const { data } = (await counter.get('/v1/webhook/history')).body as { data: Event[] };
  return data.filter(
    ({ data: { data: event } }) => event.amount < 20_000 && event.transactionType === 'CREDIT',
  );
};

test('the money of a failed payout comes back in two credits, an hour apart, where the bank reads it so', async () => {
  await failed('two-credits');
  expect(await credits()).toEqual([500_001]);
  counter.time.pass(HOUR);
  expect(await credits()).toEqual([500_000, 500_001]);
  expect(await merchant.balance()).toBe(100_000_000_000);
});

test('money that came back once is announced twice under two references, where the bank reads it so', async () => {
  await failed('second-event');
  const [second, first] = await events();
  expect(await credits()).toEqual([1_000_001]);
  expect([first?.data.data.amount, second?.data.data.amount]).toEqual([10_000.01, 10_000.01]);
  expect(first?.event_id).not.toBe(second?.event_id);
  expect(await merchant.balance()).toBe(100_000_000_000);
});

test('a payout may be reversed a month later, or whenever a rule says', async () => {
  await failed('whole');
  await merchant.pay({ reference: 'PO-2' }, '0000000011');
  const then = { reversedAfterSeconds: 5 * DAY };
  await counter.post('/_sandbox/scenarios', { subject: 'payout', when: { reference: 'PO-3' }, then });
  await merchant.pay({ reference: 'PO-3' });
  const statuses = async () => [
    (await merchant.status('PO-2')).status,
    (await merchant.status('PO-3')).status,
  ];
  counter.time.pass(4 * DAY);
  expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS']);
  counter.time.pass(2 * DAY);
  expect(await statuses()).toEqual(['SUCCESS', 'REVERSED']);
  counter.time.pass(25 * DAY);
  expect(await statuses()).toEqual(['REVERSED', 'REVERSED']);
});
