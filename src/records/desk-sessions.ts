import type { Pool } from 'pg';

/** A session at the desk that is unused for this long is over. */
export const SESSION_IDLE_MS = 15 * 60_000;
/** A session is over after this long in any case. */
export const SESSION_HOURS = 8;

/** The SQL condition of a running session. */
export const isRunning = (idleMs = SESSION_IDLE_MS): string =>
  `used_at > now() - interval '${idleMs} milliseconds' AND created_at > now() - interval '${SESSION_HOURS} hours'`;

/** The running sessions, newest first; only those of `subject`, if given. */
export async function listSessions(pool: Pool, subject?: string) {
  const { rows } = await pool.query<{ subject: string; created_at: Date; used_at: Date }>(
    `SELECT subject, created_at, used_at FROM desk_session
     WHERE ${isRunning()} AND ($1::text IS NULL OR subject = $1) ORDER BY created_at DESC`,
    [subject ?? null],
  );
  return rows.map(({ subject: person, created_at, used_at }) => ({
    subject: person,
    begunAt: created_at.toISOString(),
    usedAt: used_at.toISOString(),
  }));
}

/** Deletes a person's name from the desk's tables, and ends their sessions. @returns whether it was there */
export async function forgetPerson(pool: Pool, subject: string): Promise<boolean> {
  await endSessions(pool, subject);
  const { rowCount } = await pool.query('DELETE FROM desk_person WHERE subject = $1', [subject]);
  return rowCount === 1;
}

/** Ends all sessions of a person. @returns how many there were */
export async function endSessions(pool: Pool, subject: string): Promise<number> {
  const { rowCount } = await pool.query('DELETE FROM desk_session WHERE subject = $1', [subject]);
  return rowCount ?? 0;
}
