import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workersSettings } from '../../../src/cli/doctor/keys';
import { REAL_TIME } from '../../../src/domain/time/clock';
import { connectRecords } from '../../../src/records/connection';
import { keeperRow, type KeeperRow } from '../../../src/records/keeper-row';
import { migrate } from '../../../src/records/migrations';
import { ensureSchedules } from '../../../src/temporal/schedules';
import { listeningProvider } from '../authority/logins';
import { newDatabase } from '../records/database';
import { startTestEnvironment, type TestEnvironment } from './environment';
import { type } from './terminal';

const EVERY = { backfillMinutes: 15, reconcileDays: 1 };
const before = process.env;
const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
/** A file of the environment's folder. */
export const at = (file: string) => join(folder, file);

export let environment: TestEnvironment;
let login: Awaited<ReturnType<typeof listeningProvider>>;
export let healthy: NodeJS.ProcessEnv;
export let ownerUrl: string;
/** Of the worker that seems to call the bank. */
export let row: KeeperRow;
let endRow: () => Promise<void>;

async function typed(line: string): Promise<void> {
  const { code, err } = await type(line);
  if (code !== 0) throw new Error(`${line}: ${err}`);
}

/** What a command makes in a place of its own: keys that nobody else has. */
export const other = async (command: string, file: string) => {
  const path = at(`${Math.random()}`);
  await typed(command.replace('PATH', path));
  return file === '' ? path : join(path, file);
};

/** Keys for payloads that no other program has, in this environment from now on. */
export async function otherKeys(): Promise<NodeJS.ProcessEnv> {
  process.env.ENCRYPTION_KEYS = at(`others-${Math.random()}.json`);
  await typed('encryption create');
  return {};
}

/** A role that may look at everything, as a desk's may. */
export async function readersUrl(): Promise<string> {
  const pool = connectRecords(ownerUrl);
  const name = `reader_${process.pid}`;
  await pool.query(
    `CREATE ROLE ${name} LOGIN PASSWORD 'x'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name}`,
  );
  await pool.end();
  return Object.assign(new URL(ownerUrl), { username: name, password: 'x' }).href;
}

/** For the tests of a file: the environment of a worker as in production, with keys and a policy that the command line has made, and a keeper that lives. */
export function workerInProduction(): void {
  beforeAll(async () => {
    process.env = { ...before };
    environment = await startTestEnvironment();
    login = await listeningProvider();
    await environment.startWorkers();
    await ensureSchedules(environment.client, EVERY, REAL_TIME, () => undefined);
    const roles = await newDatabase();
    await migrate(roles);
    ({ ownerUrl } = roles);
    const { serviceKey, apiKey } = environment.sandbox.settings;
    Object.assign(process.env, {
      TEMPORAL_ADDRESS: environment.address,
      SERVICE_BASE_URL: environment.baseUrl,
      SERVICE_KEY: serviceKey,
      SERVICE_API_KEY: apiKey,
      BANK_ENVIRONMENT: 'live',
      DATABASE_URL: roles.url,
      RECORDS: 'on',
      AUDIT_KEY_FILE: at('audit.key'),
      AUDIT_SIGNER_KEY_FILE: at('audit-signer.jwk'),
      AUDIT_EXPORT_FILE: at('heads.jsonl'),
      AUTHORITY: 'signed',
      AUTHORITY_KEYS: at('keys.json'),
      AUTHORITY_RECEIPT_KEYS: at('receipt-key.json'),
      PAYOUT_POLICY_FILE: at('policy.json'),
      OIDC_ISSUER: login.provider.issuer,
      OIDC_CLIENT_ID: 'desk',
    });
    await typed(`audit create-keys ${folder}`);
    await typed(`keys create-receipt-key --out ${at('receipt-key.json')}`);
    writeFileSync(at('unsigned.json'), JSON.stringify({ version: 1 }));
    writeFileSync(at('policy.json'), JSON.stringify({ version: 1 }));
    for (const person of ['approver-1', 'approver-2']) {
      process.env.STARTER_KEY = at(`${person}.json`);
      await typed(
        `keys create ${person} --roles approver --ring ${at('keys.json')} --out ${at(`${person}.json`)}`,
      );
      await typed(`policy sign ${at('policy.json')}`);
    }
    healthy = { ...process.env };
    const pool = connectRecords(roles.url);
    endRow = () => pool.end();
    row = keeperRow(pool, 'default');
    const settings = (await workersSettings()) ?? {};
    await row.take({ holder: 'random', worker: '7@somewhere', settings }, undefined);
  });
  beforeEach(async () => {
    process.env = { ...healthy };
    await row.renew('random', 1, 0);
  });
  afterAll(async () => {
    await endRow();
    await environment.stop();
    login.stop();
    rmSync(folder, { recursive: true });
    process.env = before;
  });
}
