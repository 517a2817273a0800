import { readStatement } from '../../../src/activities/reconciliation/statement';
import { createBankClient } from '../../../src/bank/client';
import { readingsOf } from '../../../sandbox/readings/dimensions';
import { reconcile } from '../../../src/domain/reconciliation/matching';
import { submitPayout } from '../../../sandbox/money/payouts';
import { runDueTasks } from '../../../sandbox/time/run-due-tasks';
import type { ChosenReadings } from '../../../sandbox/readings/readings';
import { Counter, DAY, KEYS, MERCHANT } from '../../support/sandbox/counter';

const PAYOUTS = 1_000;
const FEE = 2_500;
const OWN_ACCOUNT = {
  bank_code: '900',
  bank_name: 'Sandbox Bank',
  account_name: 'SANDBOX MERCHANT PETTY CASH',
};
const OTHER_BANK = { bank_code: '901', bank_name: 'Almond Bank', account_name: 'ADA OBI' };

/** Around the amount from which on there is duty; every tenth fails, every tenth comes back days later. */
function order(number: number) {
  const ending = { 4: '0000000004', 7: '0000000006' }[number % 10] ?? `01${String(number).padStart(8, '0')}`;
  const beneficiary =
    number % 10 === 9
      ? { ...OWN_ACCOUNT, account_number: '9000000002' }
      : { ...OTHER_BANK, account_number: ending };
  const reference = `PO-${number}`;
  const remark = `${reference} ${number % 10 === 8 ? 'Salary May' : 'Invoice 17'}`;
  const amountKobo = [999_999, 1_000_000, 20_000 + number, 1_500_000][number % 4]!;
  return { kind: 'payout' as const, reference, source: MERCHANT, beneficiary, amountKobo, remark };
}

let counter: Counter;
afterEach(() => counter.close());

/** What the bank holds of its payouts, as cases end with it. */
const ours = () =>
  counter.sandbox.state.payouts.all().map(({ reference, amountKobo, status, uniqueRef }) => ({
    ...{ reference, amountKobo, uniqueRef, feeKobo: FEE, account: MERCHANT },
    status: status as 'SUCCESS' | 'FAILED' | 'REVERSED',
    endedAt: new Date(counter.time.ms).toISOString(),
  }));

async function statement(fromAt: string) {
  const bank = createBankClient({
    baseUrl: await counter.sandbox.listen({ port: 0 }),
    key: KEYS['x-service-key'],
    apiKey: KEYS.apikey,
    timeoutMs: 5_000,
  });
  const lines = await readStatement({ bank }, MERCHANT, fromAt);
  await bank.close();
  return lines;
}

const cases: ChosenReadings[] = [
  ...readingsOf('stampDuty').map((stampDuty) => ({ stampDuty })),
  { stampDuty: 'sender-own-line', returnedMoney: 'two-credits' },
  { stampDuty: 'sender-inside-amount', fees: 'inside-amount' },
  { stampDuty: 'sender-other-reference', fees: 'next-day' },
];

test.each(cases)(
  'a thousand payouts agree with the statement of a bank that takes stamp duty so: %j',
  async (readings) => {
    counter = await Counter.open({ readings });
    const { state } = counter.sandbox;
    const startedAt = new Date(counter.time.ms).toISOString();
    for (let number = 0; number < PAYOUTS; number++) {
      counter.time.pass(30);
      runDueTasks(state);
      submitPayout(state, order(number), false);
    }
    counter.time.pass(4 * DAY);
    runDueTasks(state);
    const lines = await statement(startedAt);
    counter.time.pass(DAY);
    const settledBefore = new Date(counter.time.ms).toISOString();
    const own = ours().map((each) => ({ ...each, endedAt: lines[0]!.at }));
    const { counts, differences } = reconcile({ account: MERCHANT, ours: own, lines, settledBefore });
    expect(differences).toEqual([]);
    expect(counts).toMatchObject({ matched: PAYOUTS, difference: 0, inFlight: 0 });
  },
);
