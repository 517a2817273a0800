import { execFile } from 'node:child_process';
import { operationNames } from '../../src/bank/contract';

const KEYS = { SERVICE_KEY: 'sample-service-key', SERVICE_API_KEY: 'sample-api-key' };
const UNUSED_ADDRESS = 'http://127.0.0.1:1';

/** Runs the command as a process of its own, with nothing of the bank in its environment but what is given. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  const { SERVICE_BASE_URL: _url, SERVICE_KEY: _key, SERVICE_API_KEY: _apiKey, ...around } = process.env;
  const command = ['--import', 'tsx', 'probe/main.ts', ...args];
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, command, { env: { ...around, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

test('The command of the contract probe lists every row as JSON, without a key', async () => {
  const { code, stdout } = await run(['--list', '--json']);
  const rows = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(rows.map(({ name }: { name: string }) => name)).toEqual(operationNames);
  expect(Object.keys(rows[0])).toEqual([
    'name',
    'method',
    'path',
    'evidence',
    'effect',
    'summary',
    'refusals',
  ]);
});

test('The command of the contract probe ends with 3 when nothing answers', async () => {
  const { code, stdout, stderr } = await run(['--base-url', UNUSED_ADDRESS, '--json'], KEYS);
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toContain('Nothing answers');
  expect(stderr).not.toContain('sample-');
});

test('The command of the contract probe ends with 2 when a key is missing, and names it', async () => {
  const { code, stderr } = await run(['--base-url', UNUSED_ADDRESS], { SERVICE_KEY: 'sample-service-key' });
  expect(code).toBe(2);
  expect(stderr).toContain('SERVICE_API_KEY is missing');
});

test('The command of the contract probe ends with 2 before it creates records on a foreign service', async () => {
  const { code, stderr } = await run(['--base-url', 'https://service.example'], KEYS);
  expect(code).toBe(2);
  expect(stderr).toContain('--yes-create-records');
});

test.each([
  [['--only', 'sendMoney']],
  [['--base-url', 'nowhere']],
  [['--patience-seconds', 'long']],
  [['extra']],
])('The command of the contract probe ends with 2 on wrong use: %j', async (args) => {
  expect(await run(args, KEYS)).toMatchObject({ code: 2, stdout: '' });
});
