import type { Pool } from 'pg';

/** Counts open cases in the copy of the cases. */
export async function figuresOf(pool: Pool) {
  const [waits, stages, attention] = await Promise.all([
    pool.query<{ waiting: string; cases: number; oldest: Date | null }>(
      `SELECT waiting_for AS waiting, count(*)::int AS cases, min(since) AS oldest FROM case_summary
       WHERE NOT ended AND waiting_for IS NOT NULL GROUP BY waiting_for ORDER BY count(*) DESC`,
    ),
    pool.query<{ kind: string; stage: string; cases: number; amount: string }>(
      `SELECT kind, stage, count(*)::int AS cases, coalesce(sum(amount_kobo), 0) AS amount FROM case_summary
       WHERE NOT ended GROUP BY kind, stage ORDER BY kind, count(*) DESC`,
    ),
    pool.query<{ cases: number }>(
      `SELECT count(*)::int AS cases FROM case_summary WHERE NOT ended AND snapshot ? 'attention'`,
    ),
  ]);
  return {
    waits: waits.rows,
    stages: stages.rows.map(({ amount, ...row }) => ({ ...row, amountKobo: Number(amount) })),
    attention: attention.rows[0]?.cases ?? 0,
  };
}
