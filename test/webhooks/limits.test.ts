import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { usualLimits } from '../../src/webhooks/receiver';
import { TestEndpoint } from '../support/webhooks/endpoint';
import { payload } from '../support/webhooks/payload';

const CONNECTIONS = 3;
const endpoint = new TestEndpoint(undefined, {
  headersWithinMs: 150,
  requestWithinMs: 300,
  idleMs: 200,
  lookEveryMs: 20,
  connections: 100,
});
const capped = new TestEndpoint(undefined, { ...usualLimits, connections: CONNECTIONS });
const sockets: Socket[] = [];
beforeAll(() => Promise.all([endpoint.start(), capped.start()]));
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => Promise.all([endpoint.stop(), capped.stop()]));

const HEAD = 'POST /events HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n';

/** A sender that says one byte after the other, until it is answered: what it said later could cost it the answer. */
function drip(socket: Socket, signs: string): void {
  const dripping = setInterval(() => socket.write(signs), 20);
  for (const event of ['data', 'close']) socket.once(event, () => clearInterval(dripping));
}

async function opened({ url } = endpoint): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** What the endpoint says before it closes the connection. */
async function lastWords(socket: Socket): Promise<string> {
  let said = '';
  socket.on('data', (data) => (said += data.toString()));
  // Not `once` of events, which rejects when the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return said;
}

test('a sender that says nothing is cut off', async () => {
  expect(await lastWords(await opened())).toMatch(/^$|408/);
});

test.each([
  ['headers', 'POST /events HTTP/1.1\r\n', 'x: y\r\n'],
  ['its body', HEAD, '{'],
])('a sender of %s without end is cut off with 408', async (_what, begin, more) => {
  const socket = await opened();
  socket.write(begin);
  drip(socket, more);
  expect(await lastWords(socket)).toContain('408');
  expect(endpoint.ingested).toEqual([]);
});

test('connections beyond the cap are closed at once, and room comes back with those that end', async () => {
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(capped)));
  for (const socket of held) socket.write(HEAD);
  expect(await lastWords(await opened(capped))).toBe('');
  for (const socket of held) socket.destroy();
  for (const socket of held) if (!socket.closed) await once(socket, 'close');
  expect((await capped.deliver(payload())).status).toBe(200);
});
