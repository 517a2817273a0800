import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { connectRecords, insertRow, inTransaction, isNotPermitted } from './connection';

/** Next to `src`, and to the built folder. */
const FOLDER = resolve(__dirname, '../../migrations');

/** Processes that start at the same time apply the migrations one after the other. */
const LOCK = 'SELECT pg_advisory_xact_lock(7046, 1)';

/** A migration may take longer than an everyday query. */
const APPLY_WITHIN_MS = 120_000;

/** The tables differ from those that this program's migrations make. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly kind = 'usage';
}

type Migration = ReturnType<typeof migrations>[number];

/** The database roles: the owner makes the tables, the program adds rows. */
export interface RecordsRoles {
  readonly url: string;
  /** The connection URL of the tables' owner; by default the program's own role owns them. */
  readonly ownerUrl?: string | undefined;
}

/** Applies missing migrations in order, whose names it returns, and grants the programs' roles their rights. */
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

/** @throws MigrationError if the role owns no tables, otherwise the original error */
const explained = (missing: readonly Migration[]) => (error: unknown) => {
  if (!isNotPermitted(error)) throw error;
  const names = missing.map(({ name }) => name).join(', ');
  throw new MigrationError(
    `the database lacks ${names}, and this role may not change its tables: run audit migrate with DATABASE_MIGRATION_URL first`,
  );
};

const migrations = () =>
  readdirSync(FOLDER)
    .filter((file) => /^\d{4}-[\w-]+\.sql$/.test(file))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8');
      return { version: Number(name.slice(0, 4)), name, sql, digest: hash('sha256', sql) };
    });

/** The names of the migrations that the database lacks. @throws MigrationError */
export const missingMigrations = async (pool: Pool): Promise<string[]> =>
  (await missingIn(pool)).map(({ name }) => name);

/** The migrations not applied yet. Those of a newer program are left alone. @throws MigrationError */
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

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migration (
    version integer PRIMARY KEY, name text NOT NULL, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  await client.query(migration.sql);
  await insertRow(client, 'schema_migration', ['version', 'name', 'digest'], migration);
}

/** Each program's rights on the tables. No role changes or deletes rows of sends or of the audit. */
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

/** The rights of a program's part that the connected role lacks, each with its table or sequence. */
export async function missingRights(pool: Pool, role: keyof typeof PARTS): Promise<string[]> {
  const wanted = PARTS[role].flatMap((part) => {
    const [rights = '', things = ''] = part.replace('SEQUENCE ', '').split(' ON ');
    return things.split(', ').flatMap((thing) => rights.split(', ').map((right) => [right, thing]));
  });
  const { rows } = await pool.query<{ missing: string }>(
    `SELECT r || ' on ' || thing AS missing FROM unnest($1::text[], $2::text[]) AS wanted (r, thing)
     WHERE NOT CASE r WHEN 'USAGE' THEN has_sequence_privilege(thing, r) ELSE has_table_privilege(thing, r) END`,
    [wanted.map(([right]) => right), wanted.map(([, thing]) => thing)],
  );
  return rows.map(({ missing }) => missing);
}

/**
 * Grants each existing role its rights. A program whose role has another name gets all of them: then one
 * program that is taken over can write the others' tables.
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
