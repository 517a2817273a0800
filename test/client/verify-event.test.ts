import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyEvent } from '../../src/client/verify-event';

const [own, other] = [0, 1].map(() => `whsec_${randomBytes(32).toString('base64')}`) as [string, string];
const body = '{"type":"payout.succeeded","note":"₦"}';
const posted = (at = new Date(), secret = own) => ({
  'webhook-id': 'e-1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${new Webhook(secret).sign('e-1', at, body)}`,
});

test('a program knows a genuine post by either of its secrets', async () => {
  expect(await verifyEvent(posted(), body, [own])).toBe(true);
  expect(await verifyEvent(posted(), body, [other, own])).toBe(true);
});

test('a program knows a genuine post by the headers of fetch, and whatever their capitals', async () => {
  expect(await verifyEvent(new Headers(posted()), body, [own])).toBe(true);
  const capitals = Object.entries(posted()).map(([name, value]) => [name.toUpperCase(), value] as const);
  expect(await verifyEvent(Object.fromEntries(capitals), body, [own])).toBe(true);
});

test.each([[own], [[undefined]], [['secret']], [undefined]])(
  'a program is told by verifyEvent that %j are no secrets',
  async (secrets) => {
    await expect(verifyEvent(posted(), body, secrets as never)).rejects.toThrow('beginning with whsec_');
  },
);

test.each([
  ['another secret', () => verifyEvent(posted(), body, [other])],
  ['another body', () => verifyEvent(posted(), `${body} `, [own])],
  ['another id', () => verifyEvent({ ...posted(), 'webhook-id': 'e-2' }, body, [own])],
  ['an old post', () => verifyEvent(posted(new Date(Date.now() - 400_000)), body, [own])],
  ['no time', () => verifyEvent({ ...posted(), 'webhook-timestamp': 'x' }, body, [own])],
  ['no signature', () => verifyEvent({ ...posted(), 'webhook-signature': undefined }, body, [own])],
  ['no secret', () => verifyEvent(posted(), body, [])],
] as const)('a program is told by verifyEvent of %s', async (_what, verified) => {
  expect(await verified()).toBe(false);
});
