import { setImmediate as turn } from 'node:timers/promises';
import { RequestRefusedError } from '../../src/bank/errors';
import { always, serve } from '../support/bank/hand-made-server';
import { errorOf, fixture, kycStatus, payout } from '../support/bank/client-fixture';

const { against, opening, clientOf } = fixture();
const customerList = { status: 'success', message: '', data: [], total: '0' };

test('a request of the client carries both keys and a JSON body', async () => {
  const seen: unknown[] = [];
  const { client } = await against((request, response) => {
    const { 'x-service-key': key, apikey, 'content-type': type } = request.headers;
    request.on('data', (body) => seen.push(key, apikey, type, JSON.parse(String(body))));
    request.on('end', () => {
      always(500)(request, response);
    });
  });
  await errorOf(client.createPayout(payout));
  expect(seen).toEqual(['key-1', 'key-2', 'application/json', payout]);
});

test('a request of the client has the query parameters that were given, and no others', async () => {
  const { client, server } = await against(always(200, customerList));
  await client.listCustomers({ page: 2, email: 'a+b@example.com' });
  await client.listCustomers({});
  expect(server.requests).toEqual([
    'GET /v1/customers?page=2&email=a%2Bb%40example.com',
    'GET /v1/customers',
  ]);
});

test('a request of the client goes beneath the path of the base address', async () => {
  const server = await opening(serve(always(200, kycStatus)));
  await clientOf(`${server.url}/bank/`).getKycStatus({ customerId: 'c-1' });
  expect(server.requests).toEqual(['GET /bank/v1/loans/customers/c-1/kyc-status']);
});

test('a request of the client encodes path parameters', async () => {
  const customer_id = '../a/b?c#d e';
  const { client, server } = await against(
    always(200, { ...kycStatus, data: { ...kycStatus.data, customer_id } }),
  );
  await client.getKycStatus({ customerId: customer_id });
  expect(server.requests).toEqual(['GET /v1/loans/customers/..%2Fa%2Fb%3Fc%23d%20e/kyc-status']);
});

test.each(['.', '..'])(
  'a request of the client is not sent with the path parameter "%s", which would change the path',
  async (customerId) => {
    const { client, server } = await against(always(200, kycStatus));
    const error = await errorOf(client.getKycStatus({ customerId }));
    expect(error).toMatchObject({ status: 400, fields: [{ param: 'customerId' }] });
    expect(server.requests).toEqual([]);
  },
);

test('a request of the client with an input that the contract does not allow is refused without a call, naming every field and no value', async () => {
  const { client, server } = await against(always(200, {}));
  const error = await errorOf(
    client.createPayout({
      ...payout,
      amount: 1,
      beneficiary: { ...payout.beneficiary, account_name: ' ' },
    }),
  );
  expect(error).toBeInstanceOf(RequestRefusedError);
  expect(error).toMatchObject({
    status: 400,
    fields: [{ param: 'amount' }, { param: 'beneficiary.account_name' }],
  });
  expect(JSON.stringify(error) + String(error)).not.toMatch(/9876543210|invoice/);
  expect(server.requests).toEqual([]);
});

test('a request of the client without an input goes out where the operation needs none', async () => {
  const { client } = await against(always(200, { status: 'success' }));
  await expect(client.checkHealth(undefined)).resolves.toBeUndefined();
  await expect(client.checkHealth({})).resolves.toBeUndefined();
});

test('a request of the client is sent once, also when the bank is in trouble', async () => {
  const { client, server } = await against(always(503));
  await errorOf(client.getKycStatus({ customerId: 'c-1' }));
  expect(server.requests).toHaveLength(1);
});

test('a request of the client is not sent when its signal has been aborted or its deadline has passed', async () => {
  const { client, server } = await against(always(200, kycStatus));
  const passed = { deadlineMs: performance.now() - 1 };
  for (const limits of [{ signal: AbortSignal.abort() }, passed])
    await expect(client.createPayout(payout, limits)).rejects.toThrow('nothing was sent');
  expect(server.requests).toEqual([]);
});

test('a request of the client is not written when the deadline passes while the connection is made', async () => {
  const { client, server } = await against(always(200, kycStatus));
  const call = errorOf(client.createPayout(payout, { deadlineMs: performance.now() + 50 }));
  // A process that was paused: nothing runs between the start of the connection and long after the deadline.
  const until = performance.now() + 100;
  while (performance.now() < until);
  expect(String(await call)).toContain('nothing was sent');
  expect(server.requests).toEqual([]);
});

test('a request of the client ends with its client', async () => {
  const { client, server } = await against((request) => request.resume());
  const call = errorOf(client.getKycStatus({ customerId: 'c-1' }));
  while (server.requests.length === 0) await turn();
  await client.close();
  expect(String(await call)).toContain('no reply');
});
