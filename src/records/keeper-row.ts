import type { Pool } from 'pg';

/** The settings that all workers must share, by variable: names and fingerprints, never a secret. */
export type SharedSettings = Readonly<Record<string, string>>;

/** A process that may become the keeper: a random name for the row, a name for people, its settings. */
export interface Candidate {
  readonly holder: string;
  readonly worker: string;
  readonly settings: SharedSettings;
}

/** The row when it was read. Without a holder the lease is free. */
export interface SeenKeeper extends Pick<Candidate, 'worker' | 'settings'> {
  readonly holder: string | undefined;
  readonly fence: number;
  readonly beat: number;
  /** Milliseconds since the last renewal, by the database's clock; only for people. */
  readonly quietMs: number;
}

const SPENT = `clock_timestamp() + $4 * interval '1 millisecond'`;

export type KeeperRow = ReturnType<typeof keeperRow>;

/** The row of a namespace that names the keeper of the bank's key. No query compares the clocks of two machines. */
export const keeperRow = (pool: Pool, namespace: string) => ({
  async look(): Promise<SeenKeeper | undefined> {
    const { rows } = await pool.query<Omit<SeenKeeper, 'holder'> & { readonly holder: string | null }>(
      `SELECT holder, worker, settings, fence::float8, beat::float8,
         (extract(epoch FROM clock_timestamp() - renewed_at) * 1000)::float8 AS "quietMs"
       FROM bank_keeper WHERE namespace = $1`,
      [namespace],
    );
    return rows[0] && { ...rows[0], holder: rows[0].holder ?? undefined };
  },
  /** Takes the lease if it is unchanged since it was seen. `spentMs`: how long the window was known to be used up. */
  async take({ holder, worker, settings }: Candidate, before: SeenKeeper | undefined) {
    const { rows } = await pool.query<{ readonly fence: number; readonly spentMs: number }>(
      `INSERT INTO bank_keeper AS kept (namespace, holder, worker, settings, fence, beat, spent_until, renewed_at)
       VALUES ($1, $2, $3, $6, 1, 1, clock_timestamp(), clock_timestamp())
       ON CONFLICT (namespace) DO UPDATE
         SET holder = $2, worker = $3, settings = $6, fence = kept.fence + 1, beat = kept.beat + 1,
           renewed_at = clock_timestamp()
         WHERE kept.fence = $4 AND kept.beat = $5
       RETURNING fence::float8,
         greatest(0, extract(epoch FROM spent_until - clock_timestamp()) * 1000)::float8 AS "spentMs"`,
      [namespace, holder, worker, before?.fence ?? 0, before?.beat ?? 0, settings],
    );
    return rows[0];
  },
  /** Renews the lease, with settings that may have changed; false if another process has it. */
  async renew(holder: string, fence: number, spentMs: number, settings?: SharedSettings) {
    const { rowCount } = await pool.query(
      `UPDATE bank_keeper SET beat = beat + 1, spent_until = ${SPENT}, renewed_at = clock_timestamp(),
         settings = coalesce($5, settings)
       WHERE namespace = $1 AND holder = $2 AND fence = $3`,
      [namespace, holder, fence, Math.ceil(spentMs), settings],
    );
    return rowCount === 1;
  },
  async release(holder: string, fence: number, spentMs: number) {
    await pool.query(
      `UPDATE bank_keeper SET holder = NULL, beat = beat + 1, spent_until = ${SPENT}
       WHERE namespace = $1 AND holder = $2 AND fence = $3`,
      [namespace, holder, fence, Math.ceil(spentMs)],
    );
  },
});
