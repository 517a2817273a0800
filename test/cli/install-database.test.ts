import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answers } from '../../src/cli/install/answers';
import { passwordsOf } from '../../src/cli/install/keys';
import { prepareDatabase, rolesSql } from '../../src/cli/install/database-and-temporal';
import { connectRecords } from '../../src/records/connection';
import { startPostgres, type PostgresServer } from '../../stack/postgres/server';

const place = mkdtempSync(join(tmpdir(), 'install-database-'));
/** A server of its own: another server's roles are shared by all tests. */
let server: PostgresServer;
let administratorUrl: string;
beforeAll(async () => {
  server = await startPostgres(place);
  const url = new URL(server.ownerUrl('postgres'));
  await administer("CREATE ROLE administrator SUPERUSER LOGIN PASSWORD 'x'", url.href);
  administratorUrl = Object.assign(url, { username: 'administrator', password: 'x' }).href;
});
afterAll(async () => {
  await server.stop();
  rmSync(place, { recursive: true });
});

/** What an administrator does with psql. */
async function administer(sql: string, url = administratorUrl): Promise<void> {
  const pool = connectRecords(url);
  for (const line of sql.split('\n').filter((one) => !/^(--|\\|$)/.test(one))) {
    const [statement = '', command] = line.split(' \\gexec');
    const { rows } = await pool.query<Record<string, string>>(statement);
    if (command !== undefined) for (const row of rows) await pool.query(Object.values(row)[0] ?? '');
  }
  await pool.end();
}

test('a role of the database that cannot log in is named, and roles.sql mends it, also when it is run again', async () => {
  const secrets = passwordsOf(join(place, 'nothing'));
  const answers = { database: `postgres://${new URL(administratorUrl).host}/installed` } as Answers;
  const found = async () => (await prepareDatabase(answers, '/made', secrets))[0]!;
  expect(await found()).toMatchObject({
    verdict: 'wrong',
    found: expect.stringMatching(
      /^cannot log in: records_owner \(28P01.*records_worker \(.*records_auditor \(/,
    ),
    todo: expect.stringContaining('/postgres < /made/roles.sql'),
  });
  await administer(rolesSql(answers, secrets));
  expect(await found()).toMatchObject({ verdict: 'fine' });
  await administer("ALTER ROLE records_desk PASSWORD 'another'");
  expect((await found()).found).toMatch(/^cannot log in: records_desk \(28P01: .*\)$/);
  await administer('ALTER ROLE records_signer NOLOGIN');
  expect((await found()).found).toMatch(/records_desk \(28P01: .*\), records_signer \(28000: .*\)$/);
  await administer(rolesSql(answers, secrets));
  expect(await found()).toMatchObject({ verdict: 'fine' });
});

test('a database that does not answer is no matter of roles', async () => {
  const answers = { database: 'postgres://127.0.0.1:64999/records' } as Answers;
  expect(await prepareDatabase(answers, '/made', passwordsOf(join(place, 'nothing')))).toMatchObject([
    { verdict: 'wrong', todo: expect.stringContaining('"database" in the answers') },
  ]);
});
