import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { JSONToPayload, payloadToJSON, type JSONPayload } from '@temporalio/common/lib/proto-utils';
import type { FastifyInstance } from 'fastify';
import { EncryptionCodec, throwUnreadable } from '../../../src/temporal/encryption/data-converters';
import { createCodecServer, type CodecRequestLine } from '../../../src/temporal/encryption/codec-server';
import { ringOfOneKey } from '../../support/encryption';

const keys = ringOfOneKey();
const origin = 'https://temporal.example.com';
const token = 'a-token-of-at-least-thirty-two-characters';
const bvn = '22233344455';
const context = { type: 'workflow', namespace: 'default', workflowId: 'loan:LN-1' } as const;

let lines: CodecRequestLine[];
let app: FastifyInstance;
beforeEach(() => {
  lines = [];
  app = createCodecServer({ keys, token, origins: [origin], log: (line) => lines.push(line) });
});
afterEach(() => app.close());

const plain = (): Payload => defaultPayloadConverter.toPayload({ bvn });
async function sealed(): Promise<JSONPayload> {
  const [payload] = await new EncryptionCodec(keys, 'worker', throwUnreadable).encode([plain()], context);
  return payloadToJSON(payload as Payload);
}
const trusted = { authorization: `Bearer ${token}`, 'x-namespace': 'default' };
const post = (url: string, payload: unknown, headers: Record<string, string> = trusted) =>
  app.inject({ method: 'POST', url, payload: payload as object, headers });

test('an encrypted payload is decoded for who shows the token', async () => {
  const reply = await post('/decode', { payloads: [await sealed()] });
  const [payload] = reply.json<{ payloads: JSONPayload[] }>().payloads;
  expect(defaultPayloadConverter.fromPayload(JSONToPayload(payload as JSONPayload))).toEqual({ bvn });
  // The official command line prints a payload with anything else beside it in Base64.
  expect(Object.keys(payload?.metadata ?? {})).toEqual(['encoding']);
});

test.each([
  ['no token', {}],
  ['another token', { authorization: `Bearer ${token}x` }],
  ['the token in another form', { authorization: token }],
])('with %s nothing is decoded', async (_, given) => {
  const reply = await post('/decode', { payloads: [await sealed()] }, { 'x-namespace': 'default', ...given });
  expect(reply.statusCode).toBe(401);
  expect(reply.json()).toEqual({ message: 'the bearer token is missing or wrong' });
});

test('pages of the Web UI may ask, with the token, and pages of no other origin', async () => {
  const ask = (from: string) => app.inject({ method: 'OPTIONS', url: '/decode', headers: { origin: from } });
  expect((await ask(origin)).headers).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'x-namespace, content-type, authorization',
  });
  for (const other of [`${origin}.evil.example`, 'http://temporal.example.com', 'null']) {
    expect((await ask(other)).headers).not.toHaveProperty('access-control-allow-origin');
    const body = { payloads: [await sealed()] };
    expect((await post('/decode', body, { ...trusted, origin: other })).statusCode).toBe(403);
  }
});

test('what cannot be opened comes back as it was, so that the rest is shown', async () => {
  const good = await sealed();
  const payloads = [good, payloadToJSON(plain()), { ...good, data: good.data?.slice(0, -8) }];
  const reply = await post('/decode', { payloads });
  const [first, second, third] = reply.json<{ payloads: JSONPayload[] }>().payloads;
  expect(first).not.toEqual(good);
  expect([second, third]).toEqual(payloads.slice(1));
  const elsewhere = { ...trusted, 'x-namespace': 'other' };
  expect((await post('/decode', { payloads: [good] }, elsewhere)).json()).toEqual({ payloads: [good] });
});

test('nothing is encoded, and what is encrypted already passes', async () => {
  const refused = await post('/encode', { payloads: [payloadToJSON(plain())] });
  expect(refused.statusCode).toBe(403);
  expect(refused.json<{ message: string }>().message).toContain('encryption input');
  const payloads = [await sealed()];
  expect((await post('/encode', { payloads })).json()).toEqual({ payloads });
  expect((await post('/encode', {})).json()).toEqual({ payloads: [] });
});

test.each([
  ['is no JSON', '{', 400],
  ['has a list of something else', { payloads: ['x'] }, 400],
  ['has a payload that is no Base64', { payloads: [{ data: 'ä' }] }, 400],
])('a body that %s is refused in a sentence that repeats nothing of it', async (_, body, status) => {
  const headers = { ...trusted, 'content-type': 'application/json' };
  const reply = await app.inject({ method: 'POST', url: '/decode', payload: body, headers });
  expect(reply.statusCode).toBe(status);
  expect(reply.json()).toEqual({ message: expect.stringMatching(/^the (body must be|request cannot)/) });
});

test('each request is one line of the log, without anything of a payload', async () => {
  await post('/decode', { payloads: [await sealed(), payloadToJSON(plain())] });
  await post('/decode', { payloads: [] }, {});
  await post('/elsewhere', {});
  expect(lines).toEqual([
    { request: 'POST /decode', status: 200, payloads: 2 },
    { request: 'POST /decode', status: 401, payloads: 0 },
    { request: 'POST', status: 404, payloads: 0 },
  ]);
});
