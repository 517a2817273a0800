import type { Pool } from 'pg';
import type { CaseSnapshot } from '../../domain/case/snapshot';

/** Counts open cases in the copy of the cases. */
export async function figuresOf(pool: Pool) {
  const [waits, stages, attention] = await Promise.all([
    pool.query<{ waiting: string; cases: number; oldest: Date | null }>(
      `SELECT waiting_for AS waiting, count(*)::int AS cases, min(since) AS oldest FROM case_summary
       WHERE NOT ended AND waiting_for IS NOT NULL GROUP BY waiting_for ORDER BY count(*) DESC`,
    ),
    pool.query<{ kind: string; stage: string; cases: number; amountKobo: number }>(
      `SELECT kind, stage, count(*)::int AS cases, coalesce(sum(amount_kobo), 0)::float8 AS "amountKobo"
       FROM case_summary WHERE NOT ended GROUP BY kind, stage ORDER BY kind, count(*) DESC`,
    ),
    pool.query<{ cases: number }>(
      `SELECT count(*)::int AS cases FROM case_summary WHERE NOT ended AND snapshot ? 'attention'`,
    ),
  ]);
  return { waits: waits.rows, stages: stages.rows, attention: attention.rows[0]?.cases ?? 0 };
}

/** The policies of open cases in the copy of the cases, those with most cases first. */
export async function policiesInForce(pool: Pool) {
  const { rows } = await pool.query<{ version: string; digest: string; cases: number }>(
    `SELECT snapshot->'facts'->>'policyVersion' AS version, snapshot->'facts'->>'policyDigest' AS digest,
       count(*)::int AS cases
     FROM case_summary WHERE NOT ended AND snapshot->'facts'->>'policyDigest' IS NOT NULL
     GROUP BY 1, 2 ORDER BY cases DESC`,
  );
  return rows;
}

interface LoanWeek {
  /** Its Monday, in Lagos. */
  readonly week: string;
  readonly disbursedLoans: number;
  readonly disbursedKobo: number;
  readonly repaidKobo: number;
}

/** Sums never shrink: the larger of two readings counts, whichever is written first. */
const NOTE = `WITH found AS (
    INSERT INTO loan_day VALUES ($1, '-infinity', $2, $3) ON CONFLICT DO NOTHING RETURNING reference)
  INSERT INTO loan_day AS known
  SELECT $1, (now() AT TIME ZONE 'Africa/Lagos')::date, $2, $3
  WHERE NOT EXISTS (SELECT FROM found)
    AND NOT EXISTS (SELECT FROM loan_day WHERE reference = $1 AND disbursed_kobo >= $2 AND repaid_kobo >= $3)
  ON CONFLICT (reference, day) DO UPDATE SET
    disbursed_kobo = greatest(known.disbursed_kobo, excluded.disbursed_kobo),
    repaid_kobo = greatest(known.repaid_kobo, excluded.repaid_kobo)`;

/** Records a loan's disbursed and repaid sums where they are larger than the known ones. */
export async function noteLoanDay(
  pool: Pool,
  reference: string,
  { disbursedKobo, repaidKobo }: CaseSnapshot['facts'],
): Promise<void> {
  await pool.query(NOTE, [reference, amountIn(disbursedKobo), amountIn(repaidKobo)]);
}

const amountIn = (fact: unknown) => (typeof fact === 'number' ? fact : 0);

const WEEKS = `SELECT to_char(monday, 'YYYY-MM-DD') AS week, coalesce(loans, 0) AS "disbursedLoans",
    coalesce(disbursed, 0)::float8 AS "disbursedKobo", coalesce(repaid, 0)::float8 AS "repaidKobo"
  FROM generate_series(
    date_trunc('week', now() AT TIME ZONE 'Africa/Lagos') - make_interval(weeks => $1 - 1),
    date_trunc('week', now() AT TIME ZONE 'Africa/Lagos'), '1 week') AS monday
  LEFT JOIN (
    SELECT date_trunc('week', day::timestamp) AS monday, sum(disbursed) AS disbursed, sum(repaid) AS repaid,
      count(*) FILTER (WHERE disbursed > 0)::int AS loans
    FROM (
      SELECT day, disbursed_kobo - lag(disbursed_kobo) OVER earlier AS disbursed,
        repaid_kobo - lag(repaid_kobo) OVER earlier AS repaid
      FROM loan_day WINDOW earlier AS (PARTITION BY reference ORDER BY day)
    ) AS changes
    WHERE day > '-infinity' GROUP BY 1
  ) AS sums USING (monday) ORDER BY monday`;

/** The sums disbursed and repaid in each of the last weeks, oldest first, the current one last. */
export async function loanWeeks(pool: Pool, weeks = 12): Promise<LoanWeek[]> {
  const { rows } = await pool.query<LoanWeek>(WEEKS, [weeks]);
  return rows;
}
