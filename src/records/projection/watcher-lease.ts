import type { Pool } from 'pg';

/** A watcher that does not renew its lease for this long is gone. */
const LEASE_SECONDS = 15;

/** Temporal's index lags: at any instant it is complete only up to this much earlier. */
export const INDEX_LAGS_MS = 5_000;

/** Takes or renews the lease; returns whether this holder has it now. */
export async function holdWatch(pool: Pool, holder: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE case_watch SET holder = $1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
     WHERE name = 'cases' AND (holder = $1 OR holder IS NULL OR lease_until < now())`,
    [holder],
  );
  return rowCount === 1;
}

/** Lets another watcher begin at once. */
export async function releaseWatch(pool: Pool, holder: string): Promise<void> {
  await pool.query(
    "UPDATE case_watch SET holder = NULL, lease_until = NULL WHERE name = 'cases' AND holder = $1",
    [holder],
  );
}

/** The instant up to which changes have been read; `undefined` before the first full reading. */
export async function changesReadTo(pool: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ changes_to: Date | null }>(
    "SELECT changes_to FROM case_watch WHERE name = 'cases'",
  );
  return rows[0]?.changes_to ?? undefined;
}

/** The instant up to which the copy has every change; the epoch before the first full reading. */
export async function completeUpTo(pool: Pool): Promise<Date> {
  const readTo = await changesReadTo(pool);
  return new Date(readTo === undefined ? 0 : readTo.getTime() - INDEX_LAGS_MS);
}

/** Records how far changes were read, unless the holder lost the lease or the copy was emptied. */
export async function noteChangesRead(pool: Pool, holder: string, to: Date): Promise<void> {
  await pool.query(
    "UPDATE case_watch SET changes_to = $2, complete_at = now() WHERE name = 'cases' AND holder = $1",
    [holder, to],
  );
}

/** When the copy was last known to be complete, and its revision. */
export async function watchState(pool: Pool) {
  const { rows } = await pool.query<{ complete_at: Date | null; revision: string }>(
    `SELECT complete_at, (SELECT coalesce(max(revision), 0) FROM case_summary) AS revision
     FROM case_watch WHERE name = 'cases'`,
  );
  return { completeAt: rows[0]?.complete_at ?? undefined, revision: Number(rows[0]?.revision ?? 0) };
}
