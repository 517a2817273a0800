import { lookAtDeliveries } from '../../src/cli/doctor/services-and-folders';
import { TestEndpoint } from '../support/webhooks/endpoint';
import { payload, SECRET } from '../support/webhooks/payload';

const before = process.env;
const ofBank = new TestEndpoint();
const ofAnother = new TestEndpoint({ secret: 'another-secret-than-the-bank-signs-with' });
beforeAll(() => Promise.all([ofBank.start(), ofAnother.start()]));
afterAll(async () => {
  process.env = before;
  await Promise.all([ofBank.stop(), ofAnother.stop()]);
});

const examine = ({ url }: TestEndpoint) => {
  process.env = { ...before, WEBHOOK_SECRET: 's'.repeat(32), WEBHOOK_PORT: new URL(url).port };
  return lookAtDeliveries();
};

test('before the first delivery the doctor says that nobody knows whether the secrets are the same', async () => {
  expect(await examine(ofBank)).toMatchObject([
    {
      verdict: 'doubtful',
      found: expect.stringContaining("counts none: nobody knows whether WEBHOOK_SECRET is the bank's"),
      todo: expect.stringContaining('after an event of the bank'),
    },
  ]);
});

test('a receiver that refuses all deliveries is wrong, and the doctor says which of header and secret differs', async () => {
  await ofAnother.deliver(payload());
  expect(await examine(ofAnother)).toMatchObject([
    {
      verdict: 'wrong',
      found: expect.stringContaining('took none: 0 came without the header x-service-signature, and 1 with'),
      todo: expect.stringContaining('set WEBHOOK_SECRET to the signature_secret'),
    },
  ]);
  await ofBank.post('{}');
  expect(await examine(ofBank)).toMatchObject([
    { verdict: 'wrong', todo: expect.stringContaining('WEBHOOK_SIGNATURE_HEADER') },
  ]);
  await ofBank.deliver(payload());
  expect(await examine(ofBank)).toMatchObject([
    { verdict: 'fine', found: 'the receiver took 1 and refused 1' },
  ]);
});

test('after a change of the secret the doctor says whether the bank signs with the new one', async () => {
  const [next, changed] = [
    'the secret that comes next',
    (secret: string, otherSecret: string) => new TestEndpoint({ secret, otherSecret }),
  ];
  const [before, after] = [changed(next, SECRET), changed(SECRET, next)];
  for (const endpoint of [before, after]) {
    await endpoint.start();
    await endpoint.deliver(payload());
  }
  expect(await examine(before)).toMatchObject([
    {
      verdict: 'doubtful',
      found: 'all of 1 deliveries since its start were signed with the other secret',
      todo: expect.stringContaining('WEBHOOK_SECRET_OTHER'),
    },
  ]);
  expect(await examine(after)).toMatchObject([{ verdict: 'fine' }]);
  await Promise.all([before.stop(), after.stop()]);
});

test('a receiver that could hand over no event is wrong', async () => {
  const cut = new TestEndpoint();
  await cut.start();
  cut.isTemporalThere = false;
  await cut.deliver(payload());
  expect(await examine(cut)).toMatchObject([
    { verdict: 'wrong', found: expect.stringContaining('asked for 1 again') },
  ]);
  await cut.stop();
});

test('a receiver that does not answer is wrong', async () => {
  process.env = { ...before, WEBHOOK_SECRET: 's'.repeat(32), WEBHOOK_PORT: '64999' };
  expect(await lookAtDeliveries()).toMatchObject([
    {
      verdict: 'wrong',
      found: 'nothing listens at http://127.0.0.1:64999/metrics',
      todo: 'start the receiver',
    },
  ]);
  process.env = { ...before, WEBHOOK_UNSIGNED: 'true' };
  expect(await lookAtDeliveries()).toEqual([]);
});
