import fc from 'fast-check';
import { Counter, HOUR, MERCHANT } from '../../support/sandbox/counter';

const ACCOUNTS = ['9000000001', '9000000002', '9000000003'];

const step = fc.oneof(
  fc.record({
    kind: fc.constant('payout' as const),
    amount: fc.integer({ min: 20_000, max: 8_000_000 }),
    source: fc.constantFrom(...ACCOUNTS),
    beneficiary: fc.constantFrom('0123456789', '0000000003', '0000000004', '0000000006', '0000000008'),
    reference: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({
    kind: fc.constant('flush' as const),
    source: fc.constantFrom(...ACCOUNTS),
    reference: fc.nat(30),
  }),
  fc.record({
    kind: fc.constant('transfer' as const),
    to: fc.constantFrom(...ACCOUNTS),
    amount: fc.integer({ min: 1, max: 5_000_000 }),
  }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 60 * HOUR }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const beneficiary = (account_number: string) => ({
  bank_code: '901',
  bank_name: 'Almond Bank',
  account_number,
  account_name: 'X',
});

const steps: {
  [K in Step['kind']]: (counter: Counter, step: Extract<Step, { kind: K }>) => Promise<unknown>;
} = {
  payout: (counter, { amount, source, beneficiary: to, reference }) =>
    counter.post('/v1/payouts', {
      amount,
      source: { account_number: source },
      beneficiary: beneficiary(to),
      reference: `R-${reference}`,
      remark: 'x',
    }),
  flush: (counter, { source, reference }) =>
    counter.post(`/v1/accounts/${source}/flush`, {
      beneficiary: beneficiary('0123456789'),
      reference: `R-${reference}`,
    }),
  transfer: (counter, { to, amount }) =>
    counter.post('/_sandbox/transfers', { accountNumber: to, amountKobo: amount }),
  wait: async (counter, { seconds }) => {
    counter.time.pass(seconds);
  },
};

const balances = async (counter: Counter): Promise<Record<string, number>> =>
  (await counter.get('/_sandbox/state')).body.balances;

interface Transaction {
  readonly transactionType: string;
  readonly amount: number;
  readonly balance: number;
  readonly wasReversed: boolean;
}

test('the ledger never makes or loses a kobo, and lets no account go below zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (journey) => {
      const counter = await Counter.open();
      for (const each of journey) {
        await (steps[each.kind] as (counter: Counter, step: Step) => Promise<unknown>)(counter, each);
        const held = await balances(counter);
        expect(Object.values(held).reduce((sum, kobo) => sum + kobo, 0)).toBe(0);
        for (const account of ACCOUNTS) expect(held[account]).toBeGreaterThanOrEqual(0);
      }
      await counter.close();
    }),
    { numRuns: 40 },
  );
});

test('the ledger agrees with the balances after each transaction', async () => {
  const counter = await Counter.open();
  const pay = { kind: 'payout', amount: 50_000, source: MERCHANT } as const;
  await steps.payout(counter, { ...pay, beneficiary: '0000000004', reference: 1 });
  await steps.payout(counter, { ...pay, beneficiary: '0123456789', reference: 2 });
  counter.time.pass(HOUR);
  const { transactions } = (await counter.get(`/v1/accounts/${MERCHANT}/transactions?limit=100`)).body.data;
  const oldestFirst: Transaction[] = transactions.toReversed();
  let balance = 0;
  for (const { transactionType, amount, balance: shown } of oldestFirst) {
    balance += transactionType === 'CREDIT' ? amount : -amount;
    expect(shown).toBe(balance);
  }
  expect((await counter.get(`/v1/accounts/${MERCHANT}`)).body.data.account.balance).toBe(balance);
  expect(oldestFirst.filter(({ wasReversed }) => wasReversed)).toHaveLength(2);
  await counter.close();
});

test('the ledger charges stamp duty on a large incoming transfer, under the reference of the transfer', async () => {
  const counter = await Counter.open();
  const transfer = { accountNumber: MERCHANT, amountKobo: 2_000_000 };
  const { uniqueRef } = (await counter.post('/_sandbox/transfers', transfer)).body;
  const events = (await counter.get('/v1/webhook/history?limit=2')).body.data;
  expect(events.map(({ event_id, event_type }: Record<string, string>) => [event_type, event_id])).toEqual([
    ['account.outgoing-transaction', `${uniqueRef}_CBN_STAMP_DUTY_CHARGE`],
    ['account.incoming-transaction', uniqueRef],
  ]);
  await counter.close();
});

test('the ledger lets a dynamic account take one transfer', async () => {
  const counter = await Counter.open();
  const made = await counter.post('/v1/accounts', {
    account_type: 'dynamic',
    third_party: false,
    account_name: 'Till',
  });
  const accountNumber = made.body.data.account.account_number;
  const pay = () => counter.post('/_sandbox/transfers', { accountNumber, amountKobo: 100 });
  expect((await pay()).status).toBe(200);
  expect((await pay()).status).toBe(402);
  await counter.close();
});
