import { setImmediate as turn } from 'node:timers/promises';
import { OutcomeUnknownError, BankUnavailableError } from '../../src/bank/errors';
import { always, serveSockets } from '../support/bank/hand-made-server';
import { errorOf, fixture, kycStatus, payout, unlimited } from '../support/bank/client-fixture';

const { against, opening, clientOf } = fixture();

/** What a read and a write end in on such connections. */
async function readAndWrite(onConnection: Parameters<typeof serveSockets>[0], settings = {}) {
  const server = await opening(serveSockets(onConnection));
  const client = clientOf(server.url, { limiter: unlimited(), ...settings });
  const read = await errorOf(client.getKycStatus({ customerId: 'c-1' }));
  return { read, write: await errorOf(client.createPayout(payout)) };
}

test('a connection that fails when nothing listens: nothing was sent, also for a write', async () => {
  const server = await opening(serveSockets(() => undefined));
  await server.close();
  const error = await errorOf(clientOf(server.url).createPayout(payout));
  expect(error).toBeInstanceOf(BankUnavailableError);
  expect(String(error)).toMatch(/nothing was sent \(ECONNREFUSED\)/);
});

test('a connection that fails when the name does not resolve: nothing was sent', async () => {
  const error = await errorOf(clientOf('http://nowhere.invalid').createPayout(payout));
  expect(error).toBeInstanceOf(BankUnavailableError);
  expect(String(error)).toMatch(/nothing was sent/);
});

test.each<[string, Parameters<typeof serveSockets>[0]]>([
  ['after the request was read', (socket) => socket.once('data', () => socket.resetAndDestroy())],
  [
    'in the middle of the headers',
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconte')),
  ],
  [
    'in the middle of the body',
    (socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"status"')),
  ],
  ['by an answer that is no HTTP', (socket) => socket.once('data', () => socket.end('hello\r\n\r\n'))],
])(
  'a connection that fails %s: unavailable for a read, the outcome unknown for a write',
  async (_, onConnection) => {
    const { read, write } = await readAndWrite(onConnection);
    expect(read).toBeInstanceOf(BankUnavailableError);
    expect(write).toBeInstanceOf(OutcomeUnknownError);
  },
);

test.each<[string, Parameters<typeof serveSockets>[0]]>([
  ['nothing at all', () => undefined],
  [
    'headers and then nothing',
    (socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{')),
  ],
])(
  'a connection that fails by silence, after %s: unavailable for a read, the outcome unknown for a write',
  async (_, onConnection) => {
    const { read, write } = await readAndWrite(onConnection, { timeoutMs: 60 });
    expect(read).toBeInstanceOf(BankUnavailableError);
    expect(write).toBeInstanceOf(OutcomeUnknownError);
  },
);

test('a call that is given up by its signal after it was written: the outcome of a write is unknown', async () => {
  const { client, server } = await against((request) => request.resume());
  const stop = new AbortController();
  const call = errorOf(client.createPayout(payout, { signal: stop.signal }));
  while (server.requests.length === 0) await turn();
  stop.abort();
  const error = await call;
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(String(error)).toContain('cancelled');
});

test('a call that is given up by its deadline while the reply drips', async () => {
  const dripping = await opening(
    serveSockets((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n');
      const drip = setInterval(() => socket.write(' '), 5);
      socket.on('close', () => {
        clearInterval(drip);
      });
    }),
  );
  const call = clientOf(dripping.url).createPayout(payout, { deadlineMs: performance.now() + 80 });
  expect(String(await errorOf(call))).toMatch(/outcome is unknown.*out of time/);
});

test('a call that is given up leaves no timer or listener behind when the reply came in time', async () => {
  const { client } = await against(always(200, kycStatus));
  const { signal } = new AbortController();
  const removed = jest.spyOn(signal, 'removeEventListener');
  await client.getKycStatus({ customerId: 'c-1' }, { signal, deadlineMs: performance.now() + 1e9 });
  expect(removed).toHaveBeenCalledTimes(1);
});
