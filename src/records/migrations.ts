import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { connectRecords, inTransaction } from './connection';
import { grantTo } from './grants';

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
