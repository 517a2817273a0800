import { connect } from 'node:net';
import { TestEndpoint } from '../support/webhooks/endpoint';
import { ACCOUNT_ID, payload, signed } from '../support/webhooks/payload';

const endpoint = new TestEndpoint();
beforeAll(() => endpoint.start());
beforeEach(() => {
  endpoint.reset();
});
afterAll(endpoint.stop);

test('an event is ingested without anything that its case is not found by', async () => {
  expect(await endpoint.deliver(payload())).toMatchObject({ status: 200, body: { message: 'ingested' } });
  expect(endpoint.ingested).toEqual([
    {
      event: 'account.outgoing-transaction',
      uniqueRef: '10000000000000000001',
      accountId: ACCOUNT_ID,
      mentions: ['PO-1', '1'],
    },
  ]);
});

test('an event that is known is answered with 200 as well', async () => {
  await endpoint.deliver(payload());
  expect(await endpoint.deliver(payload())).toMatchObject({
    status: 200,
    body: { message: 'known already' },
  });
});

test.each([
  ['without a remark', { transactionDetails: undefined }, { accountNumber: '9000000001' }],
  ['with a broken remark', { transactionDetails: { remark: 7 } }, { accountNumber: '9000000001' }],
  ['with a remark that names no payout', { transactionDetails: { remark: '?' } }, { mentions: [] }],
  ['with an amount as text', { amount: '210' }, { mentions: ['PO-1', '1'] }],
  [
    'with nothing but the account',
    { transactionDetails: null, account: { id: ACCOUNT_ID, bankAccount: 'none' }, amount: 'much' },
    {},
  ],
])('an event %s is ingested with what there is', async (_what, data, more) => {
  expect((await endpoint.deliver(payload(data))).status).toBe(200);
  const { event, uniqueRef, accountId } = endpoint.ingested[0]!;
  expect(endpoint.ingested[0]).toEqual({ event, uniqueRef, accountId, ...more });
});

test.each([undefined, 'text/plain', 'application/json; charset=utf-8', 'nonsense', 'application/xml'])(
  'a delivery of the content type %s is taken like any other',
  async (type) => {
    const delivery = signed(payload());
    const headers = { ...delivery.headers, ...(type !== undefined && { 'content-type': type }) };
    expect((await endpoint.post(delivery.body, headers)).status).toBe(200);
  },
);

test('while Temporal is away the endpoint asks for another delivery, and says no more than that', async () => {
  endpoint.isTemporalThere = false;
  const { status, body } = await endpoint.deliver(payload());
  expect({ ...body, status }).toMatchObject({
    status: 503,
    message: expect.stringContaining('deliver it again'),
  });
  expect(JSON.stringify([body, endpoint.warnings])).not.toMatch(/Ada|PO-1|9000000001|UNAVAILABLE/);
  expect((await fetch(`${endpoint.url}/health`)).status).toBe(503);
  endpoint.isTemporalThere = true;
  expect((await endpoint.deliver(payload())).status).toBe(200);
  expect((await fetch(`${endpoint.url}/health`)).status).toBe(200);
});

test('the endpoint survives a sender that hangs up in the middle of a body', async () => {
  const { port, hostname } = new URL(endpoint.url);
  const socket = connect(Number(port), hostname);
  socket.write('POST /events HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"event"');
  await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  expect((await endpoint.deliver(payload())).status).toBe(200);
});
