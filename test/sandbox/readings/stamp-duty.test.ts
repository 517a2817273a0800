import type { ChosenReadings } from '../../../sandbox/readings/readings';
import { Counter, DAY, MERCHANT } from '../../support/sandbox/counter';
import { Merchant } from '../../support/sandbox/merchant';
import { expectRefusal } from '../../support/sandbox/refusals';

const PETTY_CASH = '9000000002';
const FEE = 2500;
const DUTY = 5000;

let counter: Counter;
let merchant: Merchant;
const open = async (readings: ChosenReadings) => {
  counter = await Counter.open({ readings });
  merchant = new Merchant(counter);
};
afterEach(() => counter.close());

interface Line {
  readonly amount: number;
  readonly description: string;
  readonly uniqueRef: string;
  readonly wasReversed: boolean;
}

/** The statement after the opening balance, newest first. */
const lines = async (account = MERCHANT) => {
  const { transactions } = (await counter.get(`/v1/accounts/${account}/transactions?limit=50`)).body.data;
  return (transactions as Line[]).slice(0, -1);
};
const taken = async () => (await lines()).reduce((sum, { amount }) => sum + amount, 0);
const isBalanced = () =>
  Object.values(counter.sandbox.state.ledger.toJSON()).reduce((sum, balance) => sum + balance, 0) === 0;

test('a payout costs its sender no stamp duty where the receiver pays it', async () => {
  await open({});
  await merchant.pay();
  expect(await taken()).toBe(1_000_000 + FEE);
});

test.each([
  ['sender-own-line', 'CBN stamp duty for PO-1 rent', '_CBN_STAMP_DUTY_CHARGE'],
  ['sender-no-reference', 'CBN stamp duty', '_CBN_STAMP_DUTY_CHARGE'],
  ['sender-other-words', 'EMTL', '_EMTL'],
] as const)(
  'a duty of the sender is a line that hangs on the debit: %s',
  async (stampDuty, words, suffix) => {
    await open({ stampDuty });
    const { total, fee } = (await merchant.pay()).body.data;
    const { uniqueRef } = await merchant.status();
    const [duty] = await lines();
    expect([total, fee]).toEqual([1_000_000 + FEE, FEE]);
    expect(duty).toMatchObject({ amount: DUTY, description: words, uniqueRef: `${uniqueRef}${suffix}` });
    expect([await taken(), isBalanced()]).toEqual([1_000_000 + FEE + DUTY, true]);
  },
);

test('a duty of the sender may be a line that nothing but its words ties to a payout', async () => {
  await open({ stampDuty: 'sender-other-reference' });
  await merchant.pay();
  const [duty] = await lines();
  expect(duty).toMatchObject({ amount: DUTY, description: 'CBN stamp duty' });
  expect(duty?.uniqueRef).not.toContain((await merchant.status()).uniqueRef);
});

test('a duty inside the amount makes one line of both, beside the fee or with it', async () => {
  await open({ stampDuty: 'sender-inside-amount' });
  await merchant.pay();
  counter.sandbox.readings.choose({ fees: 'inside-amount' });
  await merchant.pay({ reference: 'PO-2' });
  const amounts = (await lines()).map(({ amount }) => amount);
  expect(amounts).toEqual([1_000_000 + FEE + DUTY, FEE, 1_000_000 + DUTY]);
  expect(isBalanced()).toBe(true);
});

test.each([
  ['is small', { amount: 999_999 }],
  ['is a salary by its remark', { remark: 'PO-1 Salary May' }],
  [
    'goes to another account of the sender',
    {
      beneficiary: {
        bank_code: '900',
        bank_name: 'Sandbox Bank',
        account_number: PETTY_CASH,
        account_name: 'X',
      },
    },
  ],
])('a payout that %s costs no stamp duty', async (_, changes) => {
  await open({ stampDuty: 'sender-own-line' });
  await merchant.pay(changes);
  expect((await lines()).map(({ amount }) => amount)).not.toContain(DUTY);
});

test('a balance that is short by the duty alone is not enough', async () => {
  await open({ stampDuty: 'sender-own-line' });
  const from = (amount: number, reference: string) =>
    merchant.pay({ amount, reference, source: { account_number: PETTY_CASH } });
  expectRefusal(await from(5_000_000 - FEE - DUTY + 1, 'PO-1'), 402, 'insufficient balance');
  expect((await from(5_000_000 - FEE - DUTY, 'PO-2')).status).toBe(200);
  expect(await merchant.balance(PETTY_CASH)).toBe(0);
});

test('a flush moves the whole balance, less fee and duty', async () => {
  await open({ stampDuty: 'sender-own-line' });
  const order = { beneficiary: merchant.order().beneficiary, reference: 'FL-1' };
  const { amount } = (await counter.post(`/v1/accounts/${PETTY_CASH}/flush`, order)).body.data;
  expect([amount, await merchant.balance(PETTY_CASH)]).toEqual([5_000_000 - FEE - DUTY, 0]);
});

test.each(['sender-own-line', 'sender-other-reference', 'sender-inside-amount'] as const)(
  'a duty comes back with the payout that failed or was reversed: %s',
  async (stampDuty) => {
    await open({ stampDuty });
    const before = await merchant.balance();
    await merchant.pay({}, '0000000004');
    await merchant.pay({ reference: 'PO-2' }, '0000000006');
    counter.time.pass(3 * DAY);
    expect([await merchant.balance(), isBalanced()]).toEqual([before, true]);
    expect(counter.sandbox.state.ledger.balanceOf('charges')).toBe(0);
  },
);

test('a transfer from another bank costs its receiver nothing where the sender pays', async () => {
  await open({ stampDuty: 'sender-own-line' });
  await counter.post('/_sandbox/transfers', { accountNumber: MERCHANT, amountKobo: 2_000_000 }, {});
  expect((await lines()).map(({ amount }) => amount)).toEqual([2_000_000]);
});
