import type { Pool } from 'pg';

/** A policy that open cases follow, and how many. */
export interface PolicyInForce {
  readonly version: string;
  readonly digest: string;
  readonly cases: number;
}

/** The policies that open cases follow, as the copy of the cases has it; the one of most cases first. */
export async function policiesInForce(pool: Pool): Promise<PolicyInForce[]> {
  const { rows } = await pool.query<PolicyInForce>(
    `SELECT snapshot->'facts'->>'policyVersion' AS version, snapshot->'facts'->>'policyDigest' AS digest,
       count(*)::int AS cases
     FROM case_summary WHERE NOT ended AND snapshot->'facts'->>'policyDigest' IS NOT NULL
     GROUP BY 1, 2 ORDER BY cases DESC`,
  );
  return rows;
}
