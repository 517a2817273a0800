import { execFile, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/read-config';
import { connectClient, temporalTarget, UnreachableTemporalError } from '../../src/temporal/connection';
import { startDevServer } from '../../stack/dev-server';
import { freePort, isFree } from '../../src/temporal/ports';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { registerSearchAttributes } from '../support/temporal/search-attributes';

const { path: cliPath } = readConfig(['temporalCli']).temporalCli;

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'dev-server-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the development server comes up with a new database, its Web UI and search attributes, and stops', async () => {
  const server = await startDevServer({
    cliPath,
    port: 0,
    uiPort: 0,
    dbFile: join(folder, 'new/temporal.db'),
  });
  const { connection } = await connectClient(temporalTarget({ address: server.address, encryption: 'off' }));
  await registerSearchAttributes(connection, 'default');
  await registerSearchAttributes(connection, 'default');
  const { customAttributes } = await connection.operatorService.listSearchAttributes({
    namespace: 'default',
  });
  expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.keys(searchAttributes)));
  expect((await fetch(server.uiUrl)).status).toBe(200);
  await connection.close();
  await server.stop();
  expect(await isFree(portOf(server.address))).toBe(true);
});

test('the development server says which port is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(startDevServer({ cliPath, port, uiPort: 0 })).rejects.toThrow(`The port ${port} is in use`);
  taken.close();
});

test('the development server says why it ended at once', async () => {
  const wrong = { cliPath, port: 0, uiPort: 0, searchAttributes: { LoanStage: 'Colour' } };
  await expect(startDevServer(wrong)).rejects.toThrow(/ended at once: .*Colour/s);
  await expect(startDevServer({ ...wrong, cliPath: join(folder, 'none') })).rejects.toThrow(
    /ended at once: .*not found/s,
  );
});

test('the development server ends with the program that started it, also when that is killed', async () => {
  const port = await freePort();
  const program = spawn(
    process.execPath,
    ['--import', 'tsx', 'stack/temporal.ts', '--port', String(port), '--ui-port', '0'],
    { env: { ...process.env, TEMPORAL_CLI_PATH: cliPath }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await once(program.stderr, 'data');
  expect(await isFree(port)).toBe(false);
  program.kill('SIGKILL');
  while (!(await isFree(port))) await new Promise((resolve) => setTimeout(resolve, 50));
});

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'stack/temporal.ts', ...args], {
    env: { PATH: process.env['PATH'] ?? '' },
  });

test('npm run temporal explains itself', async () => {
  expect((await run('--help')).stdout).toContain('--db-file <path>');
});

test.each([
  [['--port', 'x'], /from 0 to 65535/],
  [['--colour'], /unknown option/],
  [[], /TEMPORAL_CLI_PATH is missing/],
])('npm run temporal given %j ends with 2 and says why', async (args, message) => {
  await expect(run(...args)).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});

test('a Temporal that cannot be reached is named with its address', async () => {
  const connecting = connectClient(temporalTarget({ address: '127.0.0.1:1', encryption: 'off' }));
  await expect(connecting).rejects.toThrow(UnreachableTemporalError);
  await expect(connecting).rejects.toThrow('cannot be reached at 127.0.0.1:1');
});

const portOf = (address: string) => Number(address.split(':')[1]);
