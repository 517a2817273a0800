import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../../sandbox/webhook-deliveries';
import type { SandboxSettings } from '../../sandbox/settings';
import { Counter, MERCHANT } from '../support/sandbox/counter';
import { EventReceiver } from '../support/sandbox/event-receiver';

const SECRET = 'a secret of this test';

let receiver: EventReceiver;
let counter: Counter;
beforeEach(async () => {
  receiver = await EventReceiver.open();
});
afterEach(async () => {
  await counter.close();
  await receiver.close();
});

const open = async (webhook: SandboxSettings['webhook'] = {}, more: SandboxSettings = {}) => {
  const settings = { url: receiver.url, secret: SECRET, retryFirstSeconds: 0.01, ...webhook };
  counter = await Counter.open({ webhook: settings, ...more });
};
const transfer = (amountKobo = 50_000, description = 'Rent') =>
  counter.post('/_sandbox/transfers', { accountNumber: MERCHANT, amountKobo, description }, {});
const rule = (then: object, when: object = {}) =>
  counter.post('/_sandbox/scenarios', { subject: 'webhook', when, then }, {});
const log = async () => (await counter.get('/_sandbox/deliveries', {})).body;
const settled = async () => {
  while ((await log()).pending > 0) await sleep(5);
  return (await log()).deliveries as Delivery[];
};

test('the delivery of events signs the bytes it sends, and sends the payload that the history shows', async () => {
  await open();
  const { uniqueRef } = (await transfer()).body;
  await receiver.until(1);
  const { headers, body } = receiver.received[0]!;
  expect(headers['x-service-signature']).toBe(createHmac('sha256', SECRET).update(body).digest('hex'));
  const [newest] = (await counter.get('/v1/webhook/history?limit=1')).body.data;
  expect(receiver.events).toEqual([newest.data]);
  expect(newest.data).toMatchObject({
    event: 'account.incoming-transaction',
    data: { uniqueRef, transactionDetails: { remark: 'Rent' } },
  });
});

test('the delivery of events signs nothing without a secret, and leaves the remark out on request', async () => {
  await open({ secret: null, remarks: false });
  await transfer();
  await receiver.until(1);
  expect(receiver.received[0]!.headers).not.toHaveProperty('x-service-signature');
  expect(receiver.events[0]!.data).not.toHaveProperty('transactionDetails');
});

test('the delivery of events starts when an address is set, which is told the secret that signs them', async () => {
  counter = await Counter.open({ webhook: { attempts: 1 } });
  await transfer();
  const { data } = (await counter.put('/v1/webhook', { url: 'https://127.0.0.1:1/events' })).body;
  expect(data).toMatchObject({ url: 'https://127.0.0.1:1/events', signature_secret: expect.any(String) });
  const { uniqueRef } = (await transfer(60_000)).body;
  const deliveries = await settled();
  expect(deliveries.map(({ eventId }) => eventId)).toEqual([uniqueRef]);
});

test('the delivery of events tries again what is not taken, with the same bytes, and stops at a 2xx', async () => {
  await open();
  receiver.answerWith(503, 401, 202);
  await transfer();
  const deliveries = await settled();
  expect(deliveries.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [1, 503],
    [2, 401],
    [3, 202],
  ]);
  expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
});

test('the delivery of events gives up after so many attempts; neither that nor an absent receiver hurts an operation', async () => {
  await open({ url: 'http://127.0.0.1:1/closed', attempts: 3 });
  expect((await transfer()).status).toBe(200);
  expect((await settled()).map(({ outcome }) => outcome)).toEqual(Array(3).fill('unreachable'));
});

test('the delivery of events delivers a past event once more when asked to', async () => {
  await open();
  const { uniqueRef } = (await transfer()).body;
  await receiver.until(1);
  await counter.post('/v1/webhook/resend-webhook-event', { event_id: uniqueRef });
  await receiver.until(2);
  expect(receiver.received[1]!.body).toEqual(receiver.received[0]!.body);
});

test('the delivery of events delivers copies, drops, delays and forges as a rule says', async () => {
  await open();
  await rule({ copies: 3, spreadSeconds: 0.05 }, { 'data.transactionDetails.remark': 'thrice' });
  await rule({ droppedShare: 1 }, { 'data.transactionDetails.remark': 'lost' });
  await rule({ forgedShare: 1 }, { 'data.transactionDetails.remark': 'forged' });
  for (const remark of ['thrice', 'lost', 'forged']) await transfer(50_000, remark);
  const deliveries = await settled();
  expect(deliveries.filter(({ outcome }) => outcome === 'dropped')).toHaveLength(1);
  const remarks = receiver.events.map(({ data }) => data.transactionDetails?.remark).sort();
  expect(remarks).toEqual(['forged', 'forged', 'thrice', 'thrice', 'thrice']);
  const signedRight = receiver.received.filter(
    ({ headers, body }) =>
      headers['x-service-signature'] === createHmac('sha256', SECRET).update(body).digest('hex'),
  );
  expect(signedRight).toHaveLength(4);
});

test('the delivery of events lets events overtake each other when they are spread', async () => {
  await open();
  await rule({ spreadSeconds: 0.3 });
  const sent: string[] = [];
  for (let n = 0; n < 20; n++) sent.push((await transfer()).body.uniqueRef);
  await receiver.until(20);
  const arrived = receiver.events.map(({ data }) => data.uniqueRef);
  expect([...arrived].sort()).toEqual([...sent].sort());
  expect(arrived).not.toEqual(sent);
});

test('the delivery of events tells of what comes due without a call: a payout, its reversal', async () => {
  await open({}, { rate: 1 });
  const beneficiary = { bank_code: '901', bank_name: 'Almond Bank', account_name: 'ADA' };
  await counter.post('/v1/payouts', {
    amount: 20_000,
    source: { account_number: MERCHANT },
    beneficiary: { ...beneficiary, account_number: '0000000006' },
    reference: 'PO-1',
    remark: 'PO-1 rent',
  });
  await receiver.until(2);
  counter.time.pass(3 * 86_400);
  await receiver.until(4);
  const remarks = receiver.events.map(({ event, data }) => `${event} ${data.transactionDetails?.remark}`);
  expect(remarks.sort()).toEqual([
    'account.incoming-transaction Reversal of PO-1 rent',
    'account.incoming-transaction Reversal of PO-1 rent',
    'account.outgoing-transaction Charge for PO-1 rent',
    'account.outgoing-transaction PO-1 rent',
  ]);
});

test('the delivery of events ends with the sandbox, and forgets at a reset', async () => {
  await open();
  receiver.answerWith(503);
  await rule({ delaySeconds: 3600 });
  await transfer();
  expect((await log()).pending).toBe(1);
  await counter.post('/_sandbox/reset', undefined, {});
  expect(await log()).toEqual({ pending: 0, deliveries: [] });
});
