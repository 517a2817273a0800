import { startTestEnvironment, type TestEnvironment } from '../../../support/cli/environment';
import { type } from '../../../support/cli/terminal';
import { newDatabase } from '../../../support/records/database';
import { connectRecords } from '../../../../src/records/connection';
import { keeperRow } from '../../../../src/records/keeper-row';
import { migrate } from '../../../../src/records/migrations';

jest.setTimeout(180_000);

let environment: TestEnvironment;
const before = { ...process.env };
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.startWorkers();
  Object.assign(process.env, {
    ...{ TEMPORAL_ADDRESS: environment.address, AUTHORITY: 'open', AUDIT_KEY_FILE: 'unused' },
  });
});
afterAll(async () => {
  process.env = before;
  await environment.stop();
});

interface Finding {
  readonly what: string;
  readonly verdict: string;
  readonly found: string;
  readonly todo?: string;
}

async function findings(): Promise<{ code: number; about: (what: string) => Finding | undefined }> {
  const { code, out } = await type('doctor --json');
  const all = JSON.parse(out) as Finding[];
  return { code, about: (wanted) => all.find(({ what }) => what === wanted) };
}

test('finds that everything a worker needs is there', async () => {
  const { url, ownerUrl } = await newDatabase();
  await migrate({ url, ownerUrl });
  Object.assign(process.env, { DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl, RECORDS: 'on' });
  const { code, about } = await findings();
  expect(code).toBe(0);
  expect(about('Temporal')?.found).toMatch(/^version \d.* answers in \d+ ms$/);
  for (const what of ['Temporal', 'Search attributes', 'Workers', 'Builds', 'Records', 'Clocks', 'Policy'])
    expect(about(what)).toMatchObject({ what, verdict: 'fine' });
  // Fit for a demonstration: the server forgets after a day, and nothing proves who asks.
  expect(about('Namespace')).toMatchObject({
    verdict: 'doubtful',
    todo: expect.stringContaining('--retention'),
  });
  expect(about('Authority')).toMatchObject({ verdict: 'doubtful' });
});

test('says which worker calls the bank, and that none does any more', async () => {
  const { url, ownerUrl } = await newDatabase();
  await migrate({ url, ownerUrl });
  Object.assign(process.env, { DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl, RECORDS: 'on' });
  expect((await findings()).about('Keeper')).toMatchObject({ verdict: 'doubtful', todo: expect.anything() });
  const pool = connectRecords(url);
  const row = keeperRow(pool, 'default');
  await row.take({ holder: 'random', worker: '7@somewhere' }, undefined);
  expect((await findings()).about('Keeper')).toMatchObject({
    verdict: 'fine',
    found: expect.stringContaining('7@somewhere calls the bank'),
  });
  await row.release('random', 1, 0);
  await pool.end();
  expect((await findings()).about('Keeper')?.found).toBe('no worker calls the bank');
});

test('names the migrations that the database lacks, and says what to do', async () => {
  const { url, ownerUrl } = await newDatabase();
  Object.assign(process.env, { DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl, RECORDS: 'on' });
  const { code, out, err } = await type('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(/Records +WRONG +PostgreSQL .*not applied: 0001-/);
  expect(out).toContain('audit migrate');
  expect(err).toContain('1 of');
});

test('goes on where one thing cannot be reached, and never shows its password', async () => {
  Object.assign(process.env, {
    ...{ DATABASE_URL: 'postgres://who:secret-word@127.0.0.1:1/records', RECORDS: 'on' },
    ...{ TEMPORAL_ADDRESS: '127.0.0.1:1', ENCRYPTION_KEYS: '/nowhere/keys.json', AUTHORITY: 'signed' },
  });
  delete process.env['DATABASE_MIGRATION_URL'];
  const { code, out, err } = await type('doctor --json');
  process.env['TEMPORAL_ADDRESS'] = environment.address;
  expect(code).toBe(1);
  expect(out + err).not.toContain('secret-word');
  const wrong = (JSON.parse(out) as Finding[]).filter(({ verdict }) => verdict === 'wrong');
  expect(new Set(wrong.map(({ what }) => what))).toEqual(
    new Set(['Temporal', 'Encryption', 'Authority', 'Records']),
  );
  for (const { todo } of wrong) expect(todo).toBeTruthy();
});

test('says that the records are off', async () => {
  Object.assign(process.env, { RECORDS: 'off', AUTHORITY: 'open' });
  const { about } = await findings();
  expect(about('Records')).toMatchObject({ verdict: 'doubtful' });
});
