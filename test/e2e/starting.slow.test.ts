import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Program } from '../support/program';

const unreachable = '127.0.0.1:1';
const good = {
  SERVICE_BASE_URL: `http://${unreachable}`,
  SERVICE_KEY: 'k',
  SERVICE_API_KEY: 'k',
  TEMPORAL_ADDRESS: unreachable,
  ENCRYPTION: 'off',
};

/** A program that cannot start: ends with a sentence, and nothing that only a developer understands. */
async function refusalOf(entry: string, args: readonly string[], env: Record<string, string> = {}) {
  const { code, out, err } = await new Program(entry, args, { ...good, ...env }).ended;
  expect(out).toBe('');
  expect(err).not.toMatch(/^ +at /m);
  return { code, err };
}

const busy = createServer();
let port = '';
beforeAll(async () => {
  await once(busy.listen(0, '127.0.0.1'), 'listening');
  port = String((busy.address() as AddressInfo).port);
});
afterAll(() => busy.close());

const free = ['--port', '0', '--ui-port', '0', '--sandbox-port', '0'];

test.each(['--port', '--ui-port', '--sandbox-port'])(
  'with a port that is in use as %s, the stack ends with 1',
  async (option) => {
    const { code, err } = await refusalOf('stack/main.ts', ['start', ...free, option, port]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`The port ${port} is in use.`) });
  },
);

test('the command line without Temporal ends with 3', async () => {
  const { code, err } = await refusalOf('src/starter.ts', ['loan', 'list']);
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringContaining(`Temporal cannot be reached at ${unreachable}.`),
  });
});

test('the worker without a key ends with 2', async () => {
  const { code, err } = await refusalOf('src/worker.ts', [], { SERVICE_KEY: '' });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('SERVICE_KEY is missing') });
});

test('the contract probe without a service ends with 3', async () => {
  const { code, err } = await refusalOf('probe/main.ts', ['--base-url', good.SERVICE_BASE_URL]);
  expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('Nothing answers') });
});
