import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../stack/postgres/server';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'postgres-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function query<R extends object>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return (await client.query<R>(sql).finally(() => client.end())).rows;
}

test('what was written is there after kill -9 of the server, and after its stop and a new start', async () => {
  const server = await startPostgres(folder);
  await server.createDatabase('records');
  await query(server.ownerUrl('records'), 'CREATE TABLE kept AS SELECT 7 AS number');
  await server.crash();
  expect(await query(server.ownerUrl('records'), 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  await server.stop();
  const again = await startPostgres(folder);
  expect(await query(again.ownerUrl('records'), 'SELECT number FROM kept')).toEqual([{ number: 7 }]);
  await again.stop();
});

test('a lock file whose process id belongs to another program now does not keep the server from starting', async () => {
  const server = await startPostgres(folder);
  const lock = join(folder, 'data', 'postmaster.pid');
  const text = await readFile(lock, 'utf8');
  await server.stop();
  await writeFile(lock, text.replace(/^\d+/, String(process.pid)));
  const again = await startPostgres(folder);
  await again.stop();
});

test("the program's role is no superuser, and both need their password", async () => {
  const server = await startPostgres(folder);
  const [role] = await query<{ rolsuper: boolean }>(
    server.programUrl('postgres'),
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  );
  expect(role).toEqual({ rolsuper: false });
  const wrong = server.ownerUrl('postgres').replace(/:\w+@/, ':wrong@');
  await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await server.stop();
});
