import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../sandbox/command-line';

const main = join(__dirname, '../../sandbox/main.ts');

/** Runs the program until it ends; on its first line it may be sent a signal. */
function run(args: string[], signal?: NodeJS.Signals): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...args]);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (signal && said.includes('\n')) child.kill(signal);
  });
  return new Promise((resolve) =>
    child.on('close', (code) => {
      resolve({ code, said });
    }),
  );
}

/** Starting a program takes a while on a busy machine. */
describe('the sandbox on the command line', () => {
  it.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)('says where it is and ends cleanly at %s with %i', async (signal, code) => {
    const ended = await run(['--port', '0', '--seed', 's'], signal);
    expect(ended.code).toBe(code);
    expect(ended.said).toMatch(/^Sandbox on http:\/\/127\.0\.0\.1:\d+ .*seed s\n$/);
  });

  it('ends with 1 and a sentence when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const ended = await run(['--port', String(port)]);
    other.close();
    expect(ended).toEqual({
      code: 1,
      said: `Port ${port} on 127.0.0.1 is in use. Choose another one with --port.\n`,
    });
  });

  it.each([[['--port', 'x']], [['--limit', '-1']], [['--nonsense']], [['--faults', 'missing.json']]])(
    'ends with 2 for %j',
    async (args) => {
      expect((await run(args)).code).toBe(2);
    },
  );

  it('takes all its settings as options', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sandbox-')), 'faults.json');
    writeFileSync(file, '[{"kind":"latency","milliseconds":5}]');
    const args = '--port 1 --host ::1 --seed s --rate 60 --limit 10 --window-seconds 15'.split(' ');
    const webhook = ['--webhook-url', 'http://localhost:1/events', '--webhook-secret', 'secret'];
    expect(readCommandLine([...args, '--faults', file, ...webhook])).toEqual({
      port: 1,
      host: '::1',
      settings: {
        readings: {},
        seed: 's',
        rate: 60,
        limit: 10,
        windowSeconds: 15,
        faults: [{ kind: 'latency', milliseconds: 5, probability: 1 }],
        webhook: { url: 'http://localhost:1/events', secret: 'secret' },
      },
    });
  });
});

test('the sandbox says at its start which readings it has', async () => {
  const { said } = await run(['--port', '0', '--seed', 's', '--reading', 'pageSize=at-most-20'], 'SIGTERM');
  expect(said).toMatch(/seed s, pageSize=at-most-20\n$/);
});
