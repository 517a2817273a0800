import { OutcomeUnknownError, RequestRefusedError, UnexpectedResponseError } from '../../src/bank/errors';
import { always } from '../support/bank/hand-made-server';
import { errorOf, fixture, kycStatus, payout } from '../support/bank/client-fixture';

const { against } = fixture();

/** The refusal of a payout that a bank answers with this body. */
async function refusedWith(body: unknown, status = 400) {
  const { client } = await against(always(status, body));
  return errorOf(client.createPayout(payout));
}

test.each<[string, unknown, string, object[]]>([
  [
    'a message and errors',
    { message: 'bad request', errors: [{ msg: 'too small', param: 'amount' }] },
    'bad request',
    [{ msg: 'too small', param: 'amount' }],
  ],
  [
    'errors alone',
    { errors: [{ msg: 'too small', param: 'amount' }] },
    'too small',
    [{ msg: 'too small', param: 'amount' }],
  ],
  ['errors that are sentences', { errors: ['too small', 7, ''] }, 'too small', [{ msg: 'too small' }]],
  [
    'errors by field',
    { title: 'invalid', errors: { amount: ['too small', 'odd'], remark: 'too long' } },
    'invalid',
    [
      { msg: 'too small', param: 'amount' },
      { msg: 'too long', param: 'remark' },
    ],
  ],
  ['a nested error', { error: { code: 'E1', message: 'no such thing' } }, 'no such thing', []],
  [
    'a nested list',
    { status: 'failed', data: { errors: [{ message: 'too small', field: 'amount' }] } },
    'too small',
    [{ msg: 'too small', param: 'amount' }],
  ],
  ['plain text', 'the request makes no sense', 'the request makes no sense', []],
  ['HTML', '<html>not found</html>', 'no reason given', []],
  ['null', null, 'no reason given', []],
])('a refusal whose body is %s is read', async (_shape, body, refusal, fields) => {
  const error = await refusedWith(body);
  expect(error).toBeInstanceOf(RequestRefusedError);
  expect(error).toMatchObject({ status: 400, refusal, fields });
});

test('a refusal that is cut short cannot be read: a read fails as such, and a write may have taken effect', async () => {
  expect(await refusedWith('{"status":"failed","message":"ba')).toBeInstanceOf(OutcomeUnknownError);
  const { client } = await against(always(400, '{"status":"failed","message":"ba'));
  expect(await errorOf(client.getKycStatus({ customerId: 'c-1' }))).toBeInstanceOf(UnexpectedResponseError);
});

test('a documented refusal is known by its only complaint as well', async () => {
  const error = await refusedWith({
    message: 'validation failed',
    errors: [{ msg: 'Duplicate reference ' }],
  });
  expect(error).toMatchObject({ refusal: 'duplicate reference' });
});

test.each([
  ['the account is registered to Ngozi Grace EZE since May', /Ngozi|EZE/],
  ['NGOZI GRACE EZE is not allowed to receive', /NGOZI|EZE/],
  ['name mismatch: Ngozi Eze', /Ngozi|Eze/],
  ['OKAFOR, Adaeze cannot be found', /okafor|adaeze/i],
  ['call 0803 123 4567', /4567/],
])('a refusal does not repeat the name or number in "%s"', async (message, personal) => {
  const error = await refusedWith({ message, errors: [{ msg: message, param: message }] });
  expect(JSON.stringify(error) + String(error)).not.toMatch(personal);
});

test('a refusal of four megabytes is read no further than its first bytes', async () => {
  const errors = Array.from({ length: 60_000 }, (_, row) => ({
    msg: `row ${row} is wrong: ${'x'.repeat(40)}`,
  }));
  const error = await refusedWith({ message: 'bad request', errors });
  expect(error).toBeInstanceOf(RequestRefusedError);
  expect(error).toMatchObject({ status: 400, refusal: 'no reason given', fields: [] });
});

test('a refusal just below the limit keeps its first complaints alone', async () => {
  const errors = Array.from({ length: 1_000 }, (_, row) => ({ msg: `row ${row} is wrong` }));
  const error = await refusedWith({ message: 'bad request', errors });
  expect(error).toMatchObject({ refusal: 'bad request' });
  expect((error as RequestRefusedError).fields).toHaveLength(20);
});

test('a reply with twenty thousand broken fields is reported in a short sentence', async () => {
  const body = {
    ...kycStatus,
    data: { transactions: Array.from({ length: 1_900 }, () => ({})), last: true },
  };
  const { client } = await against(always(200, body));
  const error = await errorOf(client.listTransactions({ account_number: '1' }));
  expect(String(error).length).toBeLessThan(1_000);
  expect(String(error)).toMatch(/and \d+ more$/);
  expect(error).not.toBeInstanceOf(OutcomeUnknownError);
});

test.each([
  'Insufficient Wallet Balance',
  'INSUFFICIENT FUNDS in the account',
  'the request has an Invalid Bank Code',
  'Transaction Limit Exceeded for today',
])('the refusal "%s" names no person and stays readable', async (message) => {
  expect(await refusedWith({ message })).toMatchObject({ refusal: message });
});
