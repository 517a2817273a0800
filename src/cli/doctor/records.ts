import type { Pool } from 'pg';
import { CLOCK_SKEW_SECONDS } from '../../domain/case/acts';
import { readConfig } from '../../config';
import { connectRecords, reasonOf, UnreachableRecordsError } from '../../records/connection';
import { keeperRow, LEASE_MS } from '../../records/keeper-row';
import { missingMigrations } from '../../records/migrations';
import { temporalNamespace } from '../../temporal/connection';
import { TYPED } from '../command-line';
import { doubtful, fine, examined, wrong, type Finding } from './finding';

/** The database of the records, its tables, and whether its clock agrees with this machine's. */
export const lookAtRecords = (): Promise<Finding[]> =>
  examined('Records', 'look at the database and at DATABASE_URL', async () => {
    const { records } = readConfig(['records']);
    if (records.mode === 'off')
      return [doubtful('Records', 'off: no audit, and no fence against a second send', 'set DATABASE_URL')];
    const pool = connectRecords(records.roles.url);
    try {
      const { version, at } = await asked(pool);
      const missing = await missingMigrations(pool);
      const keeper = missing.length === 0 ? [await keeperIn(pool)] : [];
      return [tables(version, missing), clocks(at), ...keeper];
    } finally {
      await pool.end();
    }
  });

/** @throws UnreachableRecordsError */
async function asked(pool: Pool): Promise<{ version: string; at: Date }> {
  const { rows } = await pool
    .query<{
      version: string;
      at: Date;
    }>("SELECT current_setting('server_version') AS version, clock_timestamp() AS at")
    .catch((error: unknown) => {
      throw new UnreachableRecordsError(reasonOf(error));
    });
  return rows[0] ?? { version: '', at: new Date() };
}

function tables(version: string, missing: readonly string[]): Finding {
  const found = `PostgreSQL ${version}`;
  if (missing.length === 0) return fine('Records', `${found}, every migration applied`);
  const todo = `"${TYPED} audit migrate" applies them, and so does a worker that has DATABASE_MIGRATION_URL`;
  return wrong('Records', `${found}, not applied: ${missing.join(', ')}`, todo);
}

/** Which worker calls the bank. Without one, calls wait; nothing is lost. */
async function keeperIn(pool: Pool): Promise<Finding> {
  const row = await keeperRow(pool, temporalNamespace()).look();
  const quiet = `its last sign of life is ${Math.round((row?.quietMs ?? 0) / 1_000)} seconds old`;
  if (row?.holder !== undefined && row.quietMs < LEASE_MS)
    return fine('Keeper', `the worker ${row.worker} calls the bank; ${quiet}`);
  const found = row?.holder === undefined ? 'no worker calls the bank' : `${row.worker} is gone; ${quiet}`;
  return doubtful('Keeper', found, 'start a worker; any that runs takes its place within 15 seconds');
}

function clocks(at: Date): Finding {
  const seconds = Math.round((Date.now() - at.getTime()) / 1_000);
  const found = `this machine and the database differ by ${Math.abs(seconds)} seconds`;
  if (Math.abs(seconds) <= CLOCK_SKEW_SECONDS) return fine('Clocks', found);
  const todo = `set the clocks: acts are refused beyond ${CLOCK_SKEW_SECONDS} seconds`;
  return wrong('Clocks', found, todo);
}
