import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseError, escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { connectRecords, inTransaction } from './connection';

/** Beside `src` and beside what is built from it. */
const FOLDER = resolve(__dirname, '../../migrations');

/** Processes that start at the same time apply the migrations one after the other. */
const LOCK = 'SELECT pg_advisory_xact_lock(7046, 1)';

/** A migration may take longer than a query of every day. */
const APPLY_WITHIN_MS = 120_000;

/** The tables are not what this program's migrations have made. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
}

/** The roles of the database: the owner makes the tables, the program adds to them. */
export interface RecordsRoles {
  /** The address with which the program works. */
  readonly url: string;
  /** The address of the role that owns the tables; left out, the program's own role does. */
  readonly ownerUrl?: string | undefined;
}

/**
 * Applies the migrations that the database lacks, in order, and lets the programs' roles do their part. Answers with the
 * names of those that were applied.
 */
export async function migrate({ url, ownerUrl = url }: RecordsRoles): Promise<string[]> {
  const pool = connectRecords(ownerUrl, APPLY_WITHIN_MS);
  try {
    return await inTransaction(pool, async (client) => {
      await client.query(LOCK);
      const missing = await missingIn(client);
      for (const migration of missing) await apply(client, migration).catch(explained(missing));
      if (ownerUrl !== url) await grantTo(client, decodeURIComponent(new URL(url).username));
      return missing.map(({ name }) => name);
    });
  } finally {
    await pool.end();
  }
}

const NOT_PERMITTED = '42501';

/** @throws MigrationError where the role owns no tables, otherwise what was thrown */
const explained = (missing: readonly Migration[]) => (error: unknown) => {
  if (!(error instanceof DatabaseError) || error.code !== NOT_PERMITTED) throw error;
  const names = missing.map(({ name }) => name).join(', ');
  throw new MigrationError(
    `the database lacks ${names}, and this role may not change its tables: run audit migrate with DATABASE_MIGRATION_URL first`,
  );
};

const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .filter((file) => /^\d{4}-[\w-]+\.sql$/.test(file))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8');
      return {
        version: Number(name.slice(0, 4)),
        name,
        sql,
        digest: createHash('sha256').update(sql).digest('hex'),
      };
    });

/** The names of the migrations that the database lacks. @throws MigrationError */
export const missingMigrations = async (pool: Pool): Promise<string[]> =>
  (await missingIn(pool)).map(({ name }) => name);

/** Those not applied yet. What a newer program has applied beyond ours is left alone. @throws MigrationError */
async function missingIn(client: Pick<Pool, 'query'>): Promise<Migration[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `SELECT to_regclass('schema_migration')::text AS found`,
  );
  if (tables[0]?.found == null) return migrations();
  const { rows } = await client.query<{ version: number; digest: string }>(
    'SELECT version, digest FROM schema_migration',
  );
  const applied = new Map(rows.map(({ version, digest }) => [version, digest]));
  const changed = migrations().find(({ version, digest }) => (applied.get(version) ?? digest) !== digest);
  if (changed) throw new MigrationError(`${changed.name} was applied to the database with another content`);
  return migrations().filter(({ version }) => !applied.has(version));
}

async function apply(client: PoolClient, { version, name, sql, digest }: Migration): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
    version integer PRIMARY KEY, name text NOT NULL, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  await client.query(sql);
  await client.query('INSERT INTO schema_migration (version, name, digest) VALUES ($1, $2, $3)', [
    version,
    name,
    digest,
  ]);
}

/** What each program does to the tables. No role changes or removes what was sent or what the audit has. */
const PARTS = {
  records_worker: [
    'SELECT, INSERT ON audit_entry, audit_detail, case_event, money_effect',
    'SELECT, INSERT, UPDATE ON bank_keeper',
    'USAGE ON SEQUENCE audit_position',
  ],
  records_desk: [
    'SELECT ON audit_entry, audit_detail, audit_checkpoint, case_event, money_effect, bank_keeper',
    'SELECT, INSERT, UPDATE, DELETE ON desk_session, desk_login, desk_command, desk_enquiry, desk_upload, desk_request, desk_person, case_summary, loan_day',
    'SELECT, UPDATE ON case_watch',
    'USAGE ON SEQUENCE case_revision',
  ],
  records_signer: ['SELECT ON audit_entry', 'SELECT, INSERT ON audit_checkpoint'],
  records_auditor: ['SELECT ON audit_entry, audit_detail, audit_checkpoint, money_effect, bank_keeper'],
} as const;

/** The roles that programs and auditors have in the database. */
export const PROGRAM_ROLES = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];

const EVERYBODY = 'SELECT ON schema_migration';

/**
 * Lets each of these roles do its part, as far as the database has it. A program's role of another name may do all of
 * them: then one program that was taken over can write what the others do.
 */
async function grantTo(client: PoolClient, program: string): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'SELECT rolname FROM pg_roles WHERE rolname = ANY($1)',
    [PROGRAM_ROLES],
  );
  const parts = Object.entries(PARTS).filter(([role]) => rows.some(({ rolname }) => rolname === role));
  const whole = program in PARTS ? [] : [[program, Object.values(PARTS).flat()] as const];
  for (const [role, rights] of [...parts, ...whole])
    for (const right of [EVERYBODY, ...rights])
      await client.query(`GRANT ${right} TO ${escapeIdentifier(role)}`);
}
