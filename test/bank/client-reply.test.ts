import {
  NotAuthorisedError,
  NotYetError,
  OutcomeUnknownError,
  RequestRefusedError,
  BankUnavailableError,
  UnexpectedResponseError,
} from '../../src/bank/errors';
import { always } from '../support/bank/hand-made-server';
import { errorOf, fixture, kycStatus, payout } from '../support/bank/client-fixture';

const { against } = fixture();
const answered = always;
const KIB = 1024;

/** What a read and a write end in when the bank answers like this. */
async function readAndWrite(answer: Parameters<typeof against>[0]) {
  const { client } = await against(answer);
  const read = await errorOf(client.getKycStatus({ customerId: 'c-1' }));
  return { read, write: await errorOf(client.createPayout(payout)) };
}

test('a successful reply is its data, without unknown fields', async () => {
  const { client } = await against(answered(200, { ...kycStatus, data: { ...kycStatus.data, extra: 1 } }));
  await expect(client.getKycStatus({ customerId: 'c-1' })).resolves.toEqual(kycStatus.data);
});

test('a successful reply is data and its neighbours where the envelope has any', async () => {
  const { client } = await against(answered(200, { status: 'success', message: '', data: [], total: '0' }));
  await expect(client.listAccounts({})).resolves.toEqual({ data: [], total: '0' });
});

test('a successful reply may leave out the data of an operation without any', async () => {
  const { client } = await against(answered(200, { status: 'success', message: 'Offer accepted' }));
  await expect(client.acceptOffer({ applicationId: 'a-1' })).resolves.toBeUndefined();
});

const padded = (bytes: number) => ({ ...kycStatus, padding: 'x'.repeat(bytes) });
/** `levels` lists in one another, beside the data. */
const nested = (levels: number) => ({
  ...kycStatus,
  more: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown,
});
test.each([
  ['a missing field', answered(200, { ...kycStatus, data: { customer_id: 'c-1' } }), /data\.kyc_status/],
  ['another envelope', answered(200, { ok: true }), /envelope/],
  ['a failure with a 200', answered(200, { ...kycStatus, status: 'failed' }), /envelope/],
  ['HTML', answered(200, '<html>hello</html>', { 'content-type': 'text/html' }), /envelope/],
  ['an empty body', answered(200), /envelope/],
  ['malformed JSON', answered(200, '{"status":"succ'), /envelope/],
  ['a redirect', answered(307, '', { location: '/elsewhere' }), /redirect \(307\)/],
  ['a body over 64 KB', answered(200, padded(64 * KIB)), /size limit/],
  ['lists in one another', answered(200, nested(32)), /nested too deeply/],
  ['very many values', answered(200, { ...kycStatus, more: Array(10_002).fill(1) }), /too many values/],
  ['very many records', answered(200, { ...kycStatus, more: Array(2_000).fill({}) }), /too many values/],
])(
  'a 2xx, 3xx or oversized reply that is no answer by the contract %s: unexpected for a read, the outcome unknown for a write',
  async (_, answer, message) => {
    const { read, write } = await readAndWrite(answer);
    expect(read).toBeInstanceOf(UnexpectedResponseError);
    expect(String(read)).toMatch(message);
    expect(write).toBeInstanceOf(OutcomeUnknownError);
    expect(write).toMatchObject({ reason: 'unusable answer' });
  },
);

test.each([
  ['one record of 63 KB', padded(63 * KIB)],
  ['lists 31 levels deep', nested(31)],
  ['brackets, commas and quotes in a text', { ...kycStatus, more: '[[["{{\\",,'.repeat(5_000) }],
])('a reply with %s is an answer', async (_, body) => {
  const { client } = await against(answered(200, body));
  await expect(client.getKycStatus({ customerId: 'c-1' })).resolves.toEqual(kycStatus.data);
});

test('of a list half a megabyte is read, and no more', async () => {
  const event = { event_id: 'e-1', event_type: 'payout', created_at: '2030-01-01T00:00:00.000Z' };
  const page = (bytes: number) => ({
    ...{ status: 'success', message: '' },
    data: [{ ...event, data: { text: 'x'.repeat(bytes) } }],
  });
  const read = async (bytes: number) =>
    (await against(answered(200, page(bytes)))).client.listWebhookEvents({});
  expect((await read(500 * KIB)).data).toHaveLength(1);
  expect(String(await errorOf(read(512 * KIB)))).toMatch(/size limit/);
});

test('a reply that tells of another payout or customer is no answer', async () => {
  const other = { ...kycStatus, data: { ...kycStatus.data, customer_id: 'c-2' } };
  const { client } = await against(answered(200, other));
  const read = await errorOf(client.getKycStatus({ customerId: 'c-1' }));
  expect(read).toBeInstanceOf(UnexpectedResponseError);
  expect(String(read)).toMatch(/about another customer_id than was asked/);
});

test('a reply that repeats what was asked in another case is an answer', async () => {
  const upper = { ...kycStatus, data: { ...kycStatus.data, customer_id: ' C-1' } };
  const { client } = await against(answered(200, upper));
  await expect(client.getKycStatus({ customerId: 'c-1' })).resolves.toEqual(upper.data);
});

test('a payout that is under way may have neither a message nor a fee nor a reference of the bank yet', async () => {
  const { bank_code: bankCode, bank_name: bankName, ...account } = payout.beneficiary;
  const { account_number: accountNumber, account_name: accountName } = account;
  const data = {
    ...{ status: 'PENDING', message: null, amount: 250_000, total: null, fee: null, uniqueRef: null },
    beneficiary: { bankCode, bankName, accountNumber, accountName },
  };
  const { client } = await against(answered(200, { status: 'success', message: '', data }));
  await expect(client.getPayoutStatus({ reference: 'P-1' })).resolves.toEqual(data);
});

test('a resolved account may come without the name of its bank', async () => {
  const data = { account_number: '9876543210', account_name: 'N', bank_code: '058', bank_name: null };
  const { client } = await against(answered(200, { status: 'success', message: '', data }));
  const asked = { account_number: '9876543210', bank_code: '058' };
  await expect(client.resolveAccount(asked)).resolves.toEqual(data);
});

test('a redirect is not followed', async () => {
  const { client, server } = await against(answered(302, '', { location: '/elsewhere' }));
  await errorOf(client.getKycStatus({ customerId: 'c-1' }));
  expect(server.requests).toHaveLength(1);
});

test('a wrong field among the neighbours of data is named', async () => {
  const { client } = await against(answered(200, { status: 'success', data: [], total: 'many' }));
  expect(String(await errorOf(client.listAccounts({})))).toMatch(/contract at total$/);
});

test.each([500, 502, 503, 504, 408])(
  'an unsuccessful reply %d: unavailable for a read, the outcome unknown for a write',
  async (status) => {
    const { read, write } = await readAndWrite(answered(status, '<html>trouble</html>'));
    expect(read).toBeInstanceOf(BankUnavailableError);
    expect(write).toBeInstanceOf(OutcomeUnknownError);
    expect(write).toMatchObject({ reason: 'no answer' });
  },
);

test.each([401, 403])('an unsuccessful reply %d: not authorised', async (status) => {
  const { read, write } = await readAndWrite(answered(status, { status: 'failed', message: 'no' }));
  expect([read, write]).toEqual([expect.any(NotAuthorisedError), expect.any(NotAuthorisedError)]);
});

test.each([400, 402, 404, 409, 413, 422])(
  'an unsuccessful reply %d: refused, in the bank’s words',
  async (status) => {
    const errors = [{ msg: 'bad request', param: 'amount' }, { msg: 'the body cannot be empty' }];
    const { write } = await readAndWrite(
      answered(status, { status: 'failed', message: 'bad request', errors }),
    );
    expect(write).toBeInstanceOf(RequestRefusedError);
    expect(write).toMatchObject({ status, refusal: 'bad request', fields: errors });
  },
);

test.each([
  [
    'the other envelope',
    { status: 'error', message: 'no funds', data: { error_code: 'E1', details: {} } },
    'no funds',
  ],
  ['HTML', '<html>not found</html>', 'no reason given'],
  ['an empty body', '', 'no reason given'],
  ['JSON that is no object', '[1]', 'no reason given'],
  ['a message and errors of other types', { message: 7, errors: 8 }, 'no reason given'],
])('a refusal with %s keeps its status', async (_, body, refusal) => {
  const { write } = await readAndWrite(answered(402, body));
  expect(write).toMatchObject({ status: 402, refusal, fields: [] });
});

test('a documented "later" is not a refusal', async () => {
  const { client } = await against(
    answered(422, { status: 'failed', message: 'Application has no loan ID' }),
  );
  expect(await errorOf(client.getOffer({ applicationId: 'a-1' }))).toBeInstanceOf(NotYetError);
});

test('a refusal does not repeat what was sent, nor e-mail addresses and long numbers', async () => {
  const message =
    'ADAEZE OKAFOR (9876543210, BVN 22233344455, ada@example.com) is unknown at First Test Bank';
  const errors = [{ msg: 'no account 9876543210', param: 'beneficiary.account_number' }];
  const { write } = await readAndWrite(answered(400, { status: 'failed', message, errors }));
  expect(JSON.stringify(write) + String(write)).not.toMatch(/okafor|9876543210|22233344455|ada@|Test Bank/i);
  expect(String(write)).toContain('is unknown at');
});

test('a documented refusal is kept word for word, whatever was sent', async () => {
  const { client } = await against(answered(400, { status: 'failed', message: 'duplicate reference' }));
  const error = await errorOf(client.createPayout({ ...payout, reference: 'duplicate' }));
  expect(error).toMatchObject({ refusal: 'duplicate reference' });
});
