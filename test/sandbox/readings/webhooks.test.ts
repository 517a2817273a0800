import { createHmac } from 'node:crypto';
import type { SandboxSettings } from '../../../sandbox/settings';
import { Counter, MERCHANT } from '../../support/sandbox/counter';
import { EventReceiver } from '../../support/sandbox/event-receiver';

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

/** The first delivery of a transfer of ₦500 under some readings, and the newest entry of the history. */
const delivered = async (readings: SandboxSettings['readings']) => {
  counter = await Counter.open({ readings, webhook: { url: receiver.url, secret: SECRET } });
  const transfer = { accountNumber: MERCHANT, amountKobo: 50_000, description: 'Rent' };
  await counter.post('/_sandbox/transfers', transfer, {});
  await receiver.until(1);
  const [listed] = (await counter.get('/v1/webhook/history?limit=1')).body.data;
  return { ...receiver.received[0]!, event: receiver.events[0]!, listed };
};
const digest = (body: Buffer, encoding: 'hex' | 'base64') =>
  createHmac('sha256', SECRET).update(body).digest(encoding);

test('an event may be signed in base64', async () => {
  const { headers, body } = await delivered({ webhookSignature: 'base64' });
  expect(headers['x-service-signature']).toBe(digest(body, 'base64'));
});

test('an event may be signed in another header', async () => {
  const { headers, body } = await delivered({ webhookSignature: 'other-header' });
  expect(headers['x-webhook-signature']).toBe(digest(body, 'hex'));
  expect(headers).not.toHaveProperty('x-service-signature');
});

test('an event may be unsigned although there is a secret', async () => {
  const { headers } = await delivered({ webhookSignature: 'unsigned' });
  expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
});

test('an event may carry no remark', async () => {
  const { event, listed } = await delivered({ webhookContent: 'no-remark' });
  expect(event.data).not.toHaveProperty('transactionDetails');
  expect(listed.data).toEqual(event);
});

test('an event may carry its amount as text', async () => {
  const { event, listed } = await delivered({ webhookContent: 'numbers-as-text' });
  expect(event.data).toMatchObject({ amount: '500' });
  expect(listed.data).toEqual(event);
});

test('an event may have a name that no document knows, in the history too', async () => {
  const { event, listed } = await delivered({ webhookContent: 'unknown-names' });
  expect([event.event, listed.event_type]).toEqual(['transfer.credit', 'transfer.credit']);
  expect(listed.data).toEqual(event);
});

test('an event is delivered in the unit and with the instants of the readings, as the history has it', async () => {
  const { event, listed } = await delivered({ units: 'swapped', instants: 'offset' });
  expect(event.data).toMatchObject({ amount: 50_000, entryDate: '2025-01-31T10:00:00.000+01:00' });
  expect(listed.data).toEqual(event);
});
