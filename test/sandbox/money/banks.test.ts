import { Counter } from '../../support/sandbox/counter';

let counter: Counter;
beforeAll(async () => {
  counter = await Counter.open();
});
afterAll(() => counter.close());
const resolve = (account_number: string, bank_code: string) =>
  counter.post('/v1/banks/resolve', { account_number, bank_code });

test('banks and accounts elsewhere resolve to the same name every time', async () => {
  const first = await resolve('0123456789', '901');
  expect(first.body.data).toMatchObject({ account_number: '0123456789', bank_name: 'Almond Bank' });
  expect((await resolve('0123456789', '901')).body).toEqual(first.body);
  expect((await resolve('9000000001', '900')).body.data.account_name).toBe('SANDBOX MERCHANT');
});

test('banks and accounts elsewhere are not found, or do not answer, where a scenario says so', async () => {
  expect(await resolve('0000000001', '901')).toMatchObject({
    status: 400,
    body: { message: 'Account not found' },
  });
  expect(await resolve('0123456789', '555')).toMatchObject({ status: 400 });
  expect(await resolve('0000000002', '901')).toMatchObject({
    status: 402,
    body: { message: 'the bank does not answer' },
  });
});

test('banks and accounts elsewhere join their uptime by code; a rule changes it', async () => {
  const banks = (await counter.get('/v1/banks')).body.data;
  const uptimes = async () => (await counter.get('/v1/banks/uptime')).body.data;
  const of = async (code: string) =>
    (await uptimes()).find(({ cbnBankCode }: { cbnBankCode: string }) => cbnBankCode === code).uptime;
  expect(await uptimes()).toHaveLength(banks.length);
  expect(await of('919')).toBe(12);
  await counter.post('/_sandbox/scenarios', {
    subject: 'uptime',
    when: { code: '901' },
    then: { uptime: 0 },
  });
  expect(await of('901')).toBe(0);
});
