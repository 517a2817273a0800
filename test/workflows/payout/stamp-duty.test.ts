import { readingsOf } from '../../../sandbox/readings/dimensions';
import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import type { PayoutFile } from '../../../src/domain/payout/input';
import { holderOf } from '../../../sandbox/money/banks';
import { receiveTransfer } from '../../../sandbox/money/fees';
import { batchFile, batchRows } from '../../support/workflows/batch-sample';
import { approveBatch, startBatch } from '../../support/workflows/batch-steering';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';
import type { BatchResult } from '../../../src/domain/batch/stages';

const FEE = 2_500;
const DUTY = 5_000;
const PETTY_CASH = '9000000002';
const NUMBER = '0000000093';

const environment = steering(
  { readings: { stampDuty: 'sender-own-line' } },
  { ...USUAL_PAYOUT_POLICY, preChecks: 'always' },
);

const payoutOf = (more: Partial<PayoutFile>, source = '9000000001'): PayoutFile => ({
  ...payoutFile(holderOf('901', NUMBER), NUMBER, source),
  ...more,
});
const balance = () => environment.bank.ledger.balanceOf(PETTY_CASH);
const fund = (amountKobo: number) => {
  const account = environment.bank.accounts.get(PETTY_CASH);
  if (account) receiveTransfer(environment.bank, account, amountKobo, 'Funding');
};
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;

test('a payout names amount, fee and duty, each once it is known, and all of it leaves the account', async () => {
  const amountKobo = 1_500_000;
  const payout = await environment.startPayout(payoutOf({ amountKobo }, PETTY_CASH));
  const before = balance();
  const { facts } = await payout.until(({ stage }) => stage !== 'PREPARING', 1);
  expect(facts).toMatchObject({ amountKobo, dutyKobo: DUTY });
  const result = await payout.result();
  expect(result).toMatchObject({ status: 'SUCCESS', amountKobo, feeKobo: FEE, dutyKobo: DUTY });
  expect(before - balance()).toBe(amountKobo + FEE + DUTY);
});

test.each(readingsOf('stampDuty'))(
  'a payout names the same parts however the bank takes the stamp duty: %s',
  async (stampDuty) => {
    environment.read({ stampDuty });
    const payout = await environment.startPayout(payoutOf({ amountKobo: 1_000_000 }));
    const parts = { amountKobo: 1_000_000, feeKobo: FEE, dutyKobo: DUTY };
    expect(await payout.result()).toMatchObject({ status: 'SUCCESS', ...parts });
  },
);

test('a payout from an account that is short by the duty alone is not sent before the account holds it', async () => {
  const payout = await environment.startPayout(payoutOf({ amountKobo: balance() - DUTY + 1 }, PETTY_CASH));
  const { attention, reference } = await payout.untilAttention();
  expect(attention?.cause).toBe(
    'the account that pays holds too little money, ₦50.00 of stamp duty included',
  );
  expect(committed(reference)).toBe(0);
  fund(FEE + 1);
  await payout.tell('retry', { actor: 'operator-1', role: 'operator' });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS', dutyKobo: DUTY });
});

test('a salary costs no duty, which the payout shows with its purpose', async () => {
  fund(2_000_000);
  const file = payoutOf({ amountKobo: balance() - FEE, purpose: 'SALARY', remark: 'Salary May' }, PETTY_CASH);
  const payout = await environment.startPayout(file);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS', dutyKobo: 0 });
  expect((await payout.snapshot()).facts).toMatchObject({ dutyKobo: 0, purpose: 'SALARY' });
  expect(balance()).toBe(0);
});

test('a payout that is changed to a small amount costs no duty any more', async () => {
  const file = payoutOf({ amountKobo: 2_000_000 });
  const payout = await environment.startPayout({
    ...file,
    beneficiary: { ...file.beneficiary, accountName: 'Another Person' },
  });
  const { facts } = await payout.untilAttention();
  expect(facts.dutyKobo).toBe(DUTY);
  const { accountNumber } = file.beneficiary;
  const change = { amountKobo: 50_000, accountName: holderOf('901', accountNumber) };
  await payout.tell('amend', { actor: 'operator-1', role: 'operator', ...change });
  expect(await payout.result()).toMatchObject({ amountKobo: 50_000, dutyKobo: 0 });
});

test('a batch shows the duty of all its rows beside their total, and each row its own', async () => {
  const rows = batchRows(3).map((row, place) => ({ ...row, amountKobo: 999_999 + place, remark: 'Rent' }));
  const batch = await startBatch(environment, batchFile(rows));
  await approveBatch(batch);
  expect((await batch.snapshot()).facts).toMatchObject({ totalKobo: 3_000_000, dutyKobo: 2 * DUTY });
  const result = await batch.result<BatchResult>();
  expect(result).toMatchObject({ totalKobo: 3_000_000, dutyKobo: 2 * DUTY });
  expect(result.rows.map(({ dutyKobo }) => dutyKobo)).toEqual([0, DUTY, DUTY]);
});

test('a batch of salaries costs no duty, and neither does any payout of it', async () => {
  const rows = batchRows(2).map((row) => ({ ...row, amountKobo: 1_000_000 + row.amountKobo }));
  const batch = await startBatch(environment, batchFile(rows, { purpose: 'SALARY' }));
  await approveBatch(batch);
  const result = await batch.result<BatchResult>();
  expect(result).toMatchObject({ dutyKobo: 0, counts: { SUCCESS: 2 } });
  expect(result.rows.map(({ dutyKobo }) => dutyKobo)).toEqual([0, 0]);
  const [row] = rows;
  expect((await environment.found(`payout:${row?.reference}`).snapshot()).facts.purpose).toBe('SALARY');
});
