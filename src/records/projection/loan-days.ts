import type { Pool } from 'pg';
import type { CaseSnapshot } from '../../domain/case/snapshot';

/** Disbursements and repayments of one week. */
export interface LoanWeek {
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
    coalesce(disbursed, 0) AS disbursed, coalesce(repaid, 0) AS repaid
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
export async function loanWeeks(pool: Pool, weeks: number): Promise<LoanWeek[]> {
  type Row = Pick<LoanWeek, 'week' | 'disbursedLoans'> & {
    readonly disbursed: string;
    readonly repaid: string;
  };
  const { rows } = await pool.query<Row>(WEEKS, [weeks]);
  return rows.map(({ disbursed, repaid, ...row }) => ({
    ...row,
    disbursedKobo: Number(disbursed),
    repaidKobo: Number(repaid),
  }));
}
