import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

interface Around {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
  /** When to press Ctrl-C. */
  readonly interrupted?: Promise<unknown>;
}

/** Runs the command line as people do, in a process of its own. */
async function run(args: readonly string[], { env = {}, stdin = '', interrupted }: Around = {}) {
  const program = spawn(process.execPath, ['--import', 'tsx', 'src/starter.ts', ...args], {
    env: { PATH: process.env['PATH'] ?? '', TEMPORAL_ADDRESS: '127.0.0.1:1', ENCRYPTION: 'off', ...env },
  });
  const printed = { out: '', err: '' };
  program.stdout.on('data', (text: Buffer) => (printed.out += String(text)));
  program.stderr.on('data', (text: Buffer) => (printed.err += String(text)));
  program.stdin.end(stdin);
  void interrupted?.then(() => program.kill('SIGINT'));
  const [code] = await once(program, 'close');
  return { code: code as number, ...printed };
}

/** The address of a server that takes connections and says nothing, and the first connection to it. */
async function withMuteServer<R>(
  use: (address: string, reached: Promise<unknown>) => Promise<R>,
): Promise<R> {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as { port: number };
  try {
    return await use(`127.0.0.1:${port}`, once(mute, 'connection'));
  } finally {
    mute.close();
  }
}

test('help goes to stdout and ends with 0, wrong use goes to stderr and ends with 2', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, err: '' });
  expect(await run(['loan', 'frob'])).toMatchObject({ code: 2, out: '' });
});

test('a document store that is not there is a missing setting', async () => {
  const env = { DOCUMENTS_DIR: '/nowhere' };
  const { code, err } = await run(['loan', 'start', 'examples/loan-application.json'], { env });
  expect({ code, err }).toEqual({
    code: 2,
    err: 'The document store /nowhere is not there. Set DOCUMENTS_DIR.\n',
  });
});

test('an input is also taken from stdin, and judged before Temporal is asked', async () => {
  const { code, err } = await run(['payout', 'start', '-'], { stdin: '{"reference": "PO-1",}' });
  expect(code).toBe(2);
  expect(err).toContain('line 1, column 22');
});

test('without Temporal every command ends with 3 and one sentence', async () => {
  const { code, out, err } = await run(['loan', 'list']);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(/^Temporal cannot be reached at 127\.0\.0\.1:1\. [^\n]*\n$/);
});

test('a server that never answers counts as unreachable', async () => {
  const { code } = await withMuteServer((address) =>
    run(['loan', 'list'], { env: { TEMPORAL_ADDRESS: address } }),
  );
  expect(code).toBe(3);
});

test('Ctrl-C ends with 130 and says that nothing was stopped', async () => {
  const { code, err } = await withMuteServer((address, reached) =>
    run(['loan', 'list'], { env: { TEMPORAL_ADDRESS: address }, interrupted: reached }),
  );
  expect({ code, err }).toEqual({ code: 130, err: 'Interrupted. What was started goes on.\n' });
});
