import type { Pool } from 'pg';
import { readConfig } from '../../config/read-config';
import { CLOCK_SKEW_SECONDS } from '../../domain/case/acts';
import { readSignerKey } from '../../records/audit-key-files';
import {
  compare,
  ExportFile,
  lastCheckpoint,
  lostText,
  RESTORE,
  unsignedForMs,
  UNSIGNED_MS_MAX,
} from '../../records/checkpoints/signer';
import type { SignerKey } from '../../records/checkpoints/checkpoint';
import { connectRecords, firstAnswer } from '../../records/connection';
import { differencesFrom, settingOfKey, type OwnSettings } from '../../records/shared-settings';
import { keeperRow, type SeenKeeper } from '../../records/keeper-row';
import { missingMigrations, missingRights } from '../../records/migrations';
import { mayChangeAudit } from '../../records/records';
import { temporalNamespace } from '../../temporal/connection';
import { TYPED } from '../terminal';
import { doubtful, examined, fine, wrong, type Finding } from './finding';

/** A busy database is not called absent. */
const PATIENCE_MS = 10_000;

const WRITERS = {
  worker: 'records_worker',
  desk: 'records_desk',
  'audit-signer': 'records_signer',
} as const;

/** Whose environment is looked at. */
export interface Looking {
  readonly program?: keyof typeof WRITERS | undefined;
  /** The settings of this environment, to compare with those of the worker that calls the bank. */
  readonly own?: OwnSettings | undefined;
  /** Whether the program's role may read the keeper row. */
  readonly seesKeeper?: boolean;
  /** The id of the key that a desk signs with. */
  readonly deskKey?: string | undefined;
  /** The file of the key, or its public part, that signs the heads of the audit. */
  readonly signerKey?: () => string | undefined;
  readonly exportFile?: () => string;
}

/** Checks the records' database; `aheadMs`: how far this machine's clock is ahead of the database's. */
export async function lookAtRecords(
  url: () => string | undefined,
  { program, own, seesKeeper = true, deskKey, ...signer }: Looking = {},
): Promise<{ readonly findings: readonly Finding[]; readonly aheadMs: number }> {
  let aheadMs = 0;
  const findings = await examined('Records', 'look at the database and at DATABASE_URL', async () => {
    const address = url();
    if (address === undefined)
      return [doubtful('Records', 'off: no audit, and no fence against a second send', 'set DATABASE_URL')];
    const pool = connectRecords(address, PATIENCE_MS, PATIENCE_MS);
    try {
      const { version, at } = await asked(pool);
      aheadMs = Date.now() - at.getTime();
      const missing = await missingMigrations(pool);
      if (missing.length > 0) return [unready(version, missing), clocks(aheadMs)];
      const lacking = program ? await missingRights(pool, WRITERS[program]) : [];
      if (program && lacking.length > 0) return [notFor(program, version, lacking), clocks(aheadMs)];
      const there = [await ready(pool, version), clocks(aheadMs), ...(await checkpoints(pool, signer))];
      if (!seesKeeper) return there;
      const row = await keeperRow(pool, temporalNamespace()).look();
      return [...there, keeper(row), ...shared(row, { own, program }), ...signing(row, deskKey)];
    } finally {
      await pool.end();
    }
  });
  return { findings, aheadMs };
}

/** The URL of a worker's records; `undefined` if it keeps none. @throws ConfigError */
export function workersRecords(): string | undefined {
  const { records } = readConfig(['records']);
  return records.mode === 'on' ? records.roles.url : undefined;
}

/** @throws UnreachableRecordsError */
async function asked(pool: Pool): Promise<{ version: string; at: Date }> {
  const question = "SELECT current_setting('server_version') AS version, clock_timestamp() AS at";
  const { rows } = await firstAnswer(() => pool.query<{ version: string; at: Date }>(question));
  return rows[0] ?? { version: '', at: new Date() };
}

function unready(version: string, missing: readonly string[]): Finding {
  const todo = `"${TYPED} audit migrate" applies them, and so does a worker that has DATABASE_MIGRATION_URL`;
  return wrong('Records', `PostgreSQL ${version}, not applied: ${missing.join(', ')}`, todo);
}

async function ready(pool: Pool, version: string): Promise<Finding> {
  const found = `PostgreSQL ${version}, every migration applied`;
  if (!(await mayChangeAudit(pool))) return fine('Records', found);
  const todo = 'give DATABASE_URL a role that does not own the tables: docs/AUDIT.md';
  return wrong('Records', `${found}; the role of DATABASE_URL may change the audit that it writes`, todo);
}

function notFor(program: keyof typeof WRITERS, version: string, lacking: readonly string[]): Finding {
  const more = lacking.length > 3 ? ` and ${lacking.length - 3} more` : '';
  return wrong(
    'Records',
    `PostgreSQL ${version}; the role of DATABASE_URL lacks ${lacking.slice(0, 3).join(', ')}${more}`,
    `give DATABASE_URL the role of this program (${WRITERS[program]}); "${TYPED} audit migrate" gives that its rights`,
  );
}

function clocks(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const found = `this machine and the database differ by ${seconds} seconds`;
  if (seconds <= CLOCK_SKEW_SECONDS) return fine('Clocks', found);
  return wrong('Clocks', found, `set the clocks: acts are refused beyond ${CLOCK_SKEW_SECONDS} seconds`);
}

/** Whether a signer runs, and signs with the key of this environment: how old its last checkpoint is, and what waits. */
const checkpoints = (pool: Pool, { signerKey, exportFile }: Pick<Looking, 'signerKey' | 'exportFile'>) =>
  examined('Checkpoints', 'restore the file of the signer, or its public part: docs/AUDIT.md', async () => {
    const keyFile = signerKey?.();
    if (keyFile === undefined) return [];
    const key = await readSignerKey(keyFile);
    const { number, at = '', position } = await lastCheckpoint(pool, key);
    const lost = exportFile ? await lookAtExported(pool, key, exportFile()) : [];
    const waitingMs = await unsignedForMs(pool, position);
    const age = ageText(Date.now() - Date.parse(at));
    const signed = `number ${number} is the last; this key signed it, and it is ${age} old`;
    const last = number === 0 ? 'nobody has signed one yet' : signed;
    if (waitingMs === undefined)
      return [fine('Checkpoints', `${last}; no entry waits for the next`), ...lost];
    const found = `${last}; the oldest entry that waits for the next is ${ageText(waitingMs)} old`;
    if (waitingMs <= UNSIGNED_MS_MAX) return [fine('Checkpoints', found), ...lost];
    const todo = 'start the signer; if it runs, its log says why it signs nothing';
    return [wrong('Checkpoints', found, todo), ...lost];
  });

/** Whether the exported file has what the database holds, apart from what a signer is about to export. */
const lookAtExported = (pool: Pool, key: SignerKey, path: string): Promise<Finding[]> =>
  examined('Export', RESTORE_DATABASE, async () => {
    const exported = await ExportFile.open(path);
    const { held, lacks, isLate } = await compare(pool, key, exported);
    if (!isLate) return [];
    if (exported.lines.length === 0) return [wrong('Export', lostText(exported, held), RESTORE)];
    const found = `${path} lacks ${lacks} of the ${held} checkpoints that the database holds`;
    return [wrong('Export', found, 'restore it from its copy; the signer adds what it then lacks')];
  });

const RESTORE_DATABASE = 'compare file and database with their copies: docs/AUDIT.md, What to do';

function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}

/** Within this time of a keeper's last sign of life, another worker that runs has taken its place. */
const FOLLOWED_WITHIN_MS = 15_000;

const isAlive = ({ holder, quietMs }: SeenKeeper): boolean =>
  holder !== undefined && quietMs < FOLLOWED_WITHIN_MS;

/** The worker that calls the bank. Temporal counts a worker for a minute after its end; this row does not. */
function keeper(row: SeenKeeper | undefined): Finding {
  const quiet = `its last sign of life is ${ageText(row?.quietMs ?? 0)} old`;
  if (row && isAlive(row)) return fine('Keeper', `the worker ${row.worker} calls the bank; ${quiet}`);
  const found = row
    ? `no worker calls the bank: ${row.worker} is gone; ${quiet}`
    : 'no worker has called the bank yet';
  const judged = row && row.quietMs > FOLLOWED_WITHIN_MS ? wrong : doubtful;
  return judged('Keeper', found, 'start a worker; any that runs calls the bank within 15 seconds');
}

/** Compares this environment with the worker that calls the bank, or called it last. */
function shared(row: SeenKeeper | undefined, { own, program }: Pick<Looking, 'own' | 'program'>): Finding[] {
  if (!row || !own) return [];
  const differences = differencesFrom(row, own);
  if (differences.length === 0)
    return [fine('Settings', `those of the worker that ${isAlive(row) ? 'calls' : 'last called'} the bank`)];
  return differences.map((difference) =>
    isAlive(row)
      ? wrong('Settings', difference, AS_WORKERS[program ?? 'person'] ?? ALL_THE_SAME)
      : doubtful('Settings', difference, 'find out which of the two is right before you start a worker'),
  );
}

const ALL_THE_SAME = 'give all workers the same, and restart those that differ';
const GIVEN = 'give it as the workers have it, if that is right';
const AS_WORKERS: Readonly<Record<string, string>> = {
  desk: `${GIVEN}, and restart the desk`,
  person: GIVEN,
};

/** Whether the workers' ring has the key that a desk signs with. */
function signing(row: SeenKeeper | undefined, kid: string | undefined): Finding[] {
  const isTold = Object.keys(row?.settings ?? {}).some((name) => name.startsWith(settingOfKey('')));
  if (!row || kid === undefined || !isTold) return [];
  const state = row.settings[settingOfKey(kid)];
  const knows = isAlive(row) ? 'knows' : 'knew';
  if (state === 'active') return [fine('Ring', `the worker ${row.worker} ${knows} the key that signs here`)];
  const found = `${kid}, which signs here, is ${state ?? 'unknown'} in the ring of the worker ${row.worker}`;
  const todo =
    'restore the key that the ring has as active, or make one: docs/INSTALL.md, A new desk.key.json';
  return [wrong('Ring', `${found}: no worker takes what it signs`, todo)];
}
