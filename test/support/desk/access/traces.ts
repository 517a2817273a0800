import type { Pool } from 'pg';
import type { Answer, Browser } from '../browser';
import { until } from '../steps';
import type { OpenCase } from './open-cases';

/** What people have brought about: everything that a refused request must leave as it is. */
export interface Traces {
  /** By visitors, as the audit has it: which case, what, who. */
  readonly audit: readonly string[];
  readonly cases: readonly unknown[];
}

/** Reads the traces, once the audit holds so many commands. */
export async function tracesOf(
  pool: Pool,
  reader: Browser,
  cases: readonly OpenCase[],
  commands: number,
): Promise<Traces> {
  const { audit } = await until(
    async () => ({ body: { audit: await deedsIn(pool) } }) as Answer,
    (body) => body.audit.filter((one: string) => /^(command|proposal) /.test(one)).length >= commands,
  );
  return { audit, cases: await Promise.all(cases.map((one) => traceOf(reader, one))) };
}

async function deedsIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ deed: string }>(
    "SELECT concat_ws(' ', kind, what, case_id, role, actor) AS deed FROM audit_entry WHERE actor IS NOT NULL ORDER BY deed",
  );
  return rows.map(({ deed }) => deed);
}

/** What clocks and the bank bring about is left out. */
async function traceOf(reader: Browser, { kind, reference }: OpenCase): Promise<unknown> {
  const { body } = await reader.get(`/api/cases/${kind}/${reference}`);
  const { stage, assignee, approvals, checklist, documents, timeline } = body;
  const byVisitors = timeline.filter(({ by }: Answer['body']) => /walk-/.test(by));
  const agreed = approvals.map(({ digest, approvers, confirmations }: Answer['body']) => ({
    ...{ digest, approvers, confirmations },
  }));
  const uploaded = documents.map(({ sha256 }: Answer['body']) => sha256);
  return { kind, reference, stage, assignee, agreed, checklist, uploaded, byVisitors };
}
