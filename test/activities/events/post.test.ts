import { randomBytes } from 'node:crypto';
import type { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { createPost } from '../../../src/activities/events/post';

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;

let server: Server;
let url: string;
let reply: (request: IncomingMessage, response: ServerResponse) => void;
let got: { headers: Record<string, string>; body: string }[];
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ headers: request.headers as Record<string, string>, body });
      reply(request, response);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
beforeEach(() => {
  got = [];
  reply = (_, response) => response.end('thanks');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const message = {
  id: 'b3c1d1d0-0000-8000-8000-000000000000',
  ...{ type: 'payout.succeeded', note: '₦' },
};
const answering = (status: number, headers = {}) => {
  reply = (_, response) => response.writeHead(status, headers).end('no');
};
const endpoint = (secrets: readonly string[], address = url) => ({ name: 'app', url: address, secrets });
const open = createPost({ allowsPrivate: true, answerWithinMs: 300 });

test('a post is signed by the Standard Webhooks specification, and by both secrets while one takes the place of the other', async () => {
  const [older, newer, other] = [secret(), secret(), secret()];
  expect(await open(endpoint([newer, older]), message)).toBeUndefined();
  const { headers, body } = got[0]!;
  expect(headers['webhook-id']).toBe(message.id);
  for (const key of [older, newer]) expect(new Webhook(key).verify(body, headers)).toEqual(message);
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(newer).verify(`${body} `, headers)).toThrow('No matching signature');
});

test.each([200, 201, 204])('an endpoint that answers %i has taken the event', async (status) => {
  answering(status);
  expect(await open(endpoint([secret()]), message)).toBeUndefined();
});

test.each([400, 404, 429, 500, 503])('an endpoint that answers %i has not', async (status) => {
  answering(status);
  expect(await open(endpoint([secret()]), message)).toBe(`it answered ${status}`);
});

test('a redirect is not followed', async () => {
  answering(307, { location: url });
  expect(await open(endpoint([secret()]), message)).toBe('it answered 307, and no redirect is followed');
  expect(got).toHaveLength(1);
});

test('an endpoint that does not answer in time has not taken the event, nor has one that is down', async () => {
  reply = () => undefined;
  expect(await open(endpoint([secret()]), message)).toMatch(/no answer within/);
  expect(await open(endpoint([secret()], 'http://127.0.0.1:1/'), message)).toMatch(/ECONNREFUSED/);
});

test('a body without an end holds nothing up', async () => {
  reply = (_, response) => {
    response.writeHead(200);
    const more = setInterval(() => response.write('x'.repeat(10_000)), 5);
    response.on('close', () => {
      clearInterval(more);
    });
  };
  expect(await open(endpoint([secret()]), message)).toBeUndefined();
});

/** Names resolve to these addresses, one after the other. */
const resolving = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const address = addresses.length > 1 ? addresses.shift()! : addresses[0]!;
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  }) as unknown as typeof lookup;

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.0.9', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...[
    '224.0.0.1',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
  ],
  ...['2130706433', '0x7f.1'],
])('nothing is posted to %s, as an address or behind a name', async (host) => {
  const { hostname } = new URL(`https://${host}/`);
  const address = hostname.replace(/^\[|\]$/g, '');
  const post = createPost({ allowsPrivate: false, resolve: resolving(address) });
  for (const one of [`https://${host}/`, 'https://receiver.example/'])
    expect(await post(endpoint([secret()], one), message)).toMatch(/private/);
});

test('a name that resolves to a private address when it is connected to is refused, though it did not before', async () => {
  const post = createPost({
    allowsPrivate: false,
    answerWithinMs: 300,
    resolve: resolving('192.0.2.1', '127.0.0.1'),
  });
  const { port } = server.address() as AddressInfo;
  for (let look = 0; look < 2; look++)
    expect(await post(endpoint([secret()], `https://receiver.example:${port}/`), message)).toMatch(/private/);
  expect(got).toEqual([]);
});

test('nothing is posted without TLS', async () => {
  const post = createPost({ allowsPrivate: false });
  expect(await post(endpoint([secret()], 'http://receiver.example/'), message)).toMatch(/https/);
});
