import type { Pool } from 'pg';

/** A policy, and the number of open cases that follow it. */
export interface PolicyInForce {
  readonly version: string;
  readonly digest: string;
  readonly cases: number;
}

/** The policies of open cases in the copy of the cases, those with most cases first. */
export async function policiesInForce(pool: Pool): Promise<PolicyInForce[]> {
  const { rows } = await pool.query<PolicyInForce>(
    `SELECT snapshot->'facts'->>'policyVersion' AS version, snapshot->'facts'->>'policyDigest' AS digest,
       count(*)::int AS cases
     FROM case_summary WHERE NOT ended AND snapshot->'facts'->>'policyDigest' IS NOT NULL
     GROUP BY 1, 2 ORDER BY cases DESC`,
  );
  return rows;
}
