import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

jest.setTimeout(30_000);

/** Runs the command line as people do, in a process of its own. */
async function run(args: readonly string[], { env = {}, stdin = '' } = {}) {
  const starter = spawn(process.execPath, ['--import', 'tsx', 'src/starter.ts', ...args], {
    env: { PATH: process.env['PATH'] ?? '', TEMPORAL_ADDRESS: '127.0.0.1:1', ...env },
  });
  const printed = { out: '', err: '' };
  starter.stdout.on('data', (text: Buffer) => (printed.out += String(text)));
  starter.stderr.on('data', (text: Buffer) => (printed.err += String(text)));
  starter.stdin.end(stdin);
  const [code] = await once(starter, 'close');
  return { code: code as number, ...printed };
}

test.each([['--help'], ['loan --help'], ['payout start --help'], ['loan decline-offer --help']])(
  '%s explains itself with examples on stdout and ends with 0',
  async (line) => {
    const { code, out, err } = await run(line.split(' '));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Examples:\n {2}npm run starter -- /);
  },
);

test.each([
  ['loan frob', "unknown command 'frob'"],
  ['loan decline-offer LN-1 --actor u-1 --reason NONE', 'Allowed choices are HIGH_INTEREST'],
  ['loan decline-offer LN-1 --reason OTHERS', "'--actor <actor>' not specified"],
  ['loan start nowhere.json', 'there is no such file'],
  ['loan wait LN-1 --timeout-seconds soon', 'It must be a whole number of seconds'],
])('%s is wrong use: 2, and nothing on stdout', async (line, complaint) => {
  const { code, out, err } = await run(line.split(' '));
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(complaint);
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

test('without Temporal every command ends with 3 and one sentence, soon', async () => {
  const began = performance.now();
  const { code, out, err } = await run(['loan', 'list']);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(/^Temporal cannot be reached at 127\.0\.0\.1:1\. [^\n]*\n$/);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a server that never answers is one that cannot be reached', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const { code } = await run(['loan', 'list'], { env: { TEMPORAL_ADDRESS: `127.0.0.1:${port}` } });
  silent.close();
  expect(code).toBe(3);
});

test.each([
  ['loan', 'loan-application'],
  ['loan', 'loan-sole-proprietor'],
  ['payout', 'payout'],
  ['enrolment', 'enrolment'],
])('the schema of a %s takes the example %s and refuses an empty file', async (kind, example) => {
  const { code, out } = await run(['schema', kind]);
  const ajv = new Ajv({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(out));
  expect(code).toBe(0);
  expect(validate(JSON.parse(await readFile(`examples/${example}.json`, 'utf8')))).toBe(true);
  expect(validate({})).toBe(false);
});
