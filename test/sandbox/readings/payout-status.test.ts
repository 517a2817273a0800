import { Counter } from '../../support/sandbox/counter';
import { Merchant } from '../../support/sandbox/merchant';

let counter: Counter;
let merchant: Merchant;
beforeEach(async () => {
  counter = await Counter.open();
  merchant = new Merchant(counter);
});
afterEach(() => counter.close());

test.each([
  ['not-found', 404],
  ['bad-request', 400],
  ['unprocessable', 422],
] as const)(
  'the status of an unknown payout is refused under the reading %s with %i',
  async (unknownPayout, status) => {
    counter.sandbox.readings.choose({ unknownPayout });
    const reply = await counter.get('/v1/payouts/status/none');
    expect([reply.status, reply.body.message]).toEqual([status, 'payout not found']);
  },
);

test('the status of an unknown payout may be a success with no data', async () => {
  counter.sandbox.readings.choose({ unknownPayout: 'empty-data' });
  const reply = await counter.get('/v1/payouts/status/none');
  expect([reply.status, reply.body]).toEqual([
    200,
    { status: 'success', message: 'payout fetched successfully', data: null },
  ]);
});

test.each([
  ['lower-case', ['pending', 'success', 'failed', 'reversed']],
  ['synonyms', ['PROCESSING', 'SUCCESSFUL', 'FAILED', 'REVERSED']],
  ['null', [null, 'SUCCESS', 'FAILED', 'REVERSED']],
] as const)('the words of a payout under the reading %s are %j', async (payoutWords, expected) => {
  counter.sandbox.readings.choose({ payoutWords });
  await merchant.pay({ reference: 'good-2' });
  await merchant.pay({ reference: 'bad-2' }, '0000000004');
  await merchant.pay({ reference: 'back-2' }, '0000000006');
  const pending = (await merchant.status('good-2')).status;
  counter.time.pass(3 * 86_400);
  const ended = ['good-2', 'bad-2', 'back-2'].map(
    async (reference) => (await merchant.status(reference)).status,
  );
  expect([pending, ...(await Promise.all(ended))]).toEqual(expected);
});

test('another payout has the other word of the same meaning', async () => {
  counter.sandbox.readings.choose({ payoutWords: 'synonyms' });
  await merchant.pay({ reference: 'PO-1' });
  expect(await merchant.status()).toMatchObject({ status: 'QUEUED' });
  counter.time.pass(20);
  expect(await merchant.status()).toMatchObject({ status: 'COMPLETED' });
});

test('the status may name the beneficiary by the other code of the same bank', async () => {
  counter.sandbox.readings.choose({ beneficiaryShown: 'other-bank-code' });
  await merchant.pay();
  expect((await merchant.status()).beneficiary).toEqual({
    bankCode: '888901',
    bankName: 'Almond Bank',
    accountNumber: '0123456789',
    accountName: 'ADA OBI',
  });
});

test('the status may name the beneficiary as registered: upper case, trimmed, with a middle name', async () => {
  counter.sandbox.readings.choose({ beneficiaryShown: 'as-registered' });
  const { beneficiary } = merchant.order();
  await merchant.pay({ beneficiary: { ...beneficiary, account_name: ' Ada  Obi ' } });
  expect((await merchant.status()).beneficiary).toMatchObject({
    bankName: 'ALMOND BANK',
    accountNumber: '0123456789',
    accountName: 'ADA OLUWASEUN OBI',
  });
});
