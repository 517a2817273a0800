import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../connection';
import { appendWithin } from './append';
import type { AuditSigningKeys } from './keys';

/** Why something is erased, by whom, and when. */
export interface Erasure {
  readonly reason: string;
  /** An opaque id of a person, or of the program that follows the policy. */
  readonly actor: string;
  /** ISO 8601. */
  readonly at: string;
  /** The last entry that who erases has looked at: where another one follows it by now, nothing is erased. */
  readonly after?: number;
}

/** An entry has come while a case was looked at. The message is a sentence for people. */
class CaseWentOnError extends Error {
  override readonly name = 'CaseWentOnError';

  constructor() {
    super('The case has gone on since it was looked at');
  }
}

/** The role that erases has to own the tables. The message is a sentence for people. */
export class ErasureRoleError extends Error {
  override readonly name = 'ErasureRoleError';

  constructor() {
    super('Only the owner of the tables may erase: name the owner by DATABASE_MIGRATION_URL.');
  }
}

/**
 * Takes the details of a case out of the records, with the salts of their digests, and notes that in its chain. A case
 * that was erased already stays as it is. Answers how many details are gone. @throws ErasureRoleError, or where the case has gone on
 */
export const eraseDetails = (
  owner: Pool,
  keys: AuditSigningKeys,
  caseId: string,
  { reason, actor, at, after }: Erasure,
): Promise<number> =>
  inTransaction(owner, async (client) => {
    await requireOwner(client);
    if (await isErased(client, caseId)) return 0;
    const entry = { id: `erasure-${randomUUID()}`, kind: 'erasure', what: reason, actor, at } as const;
    // First the entry: it waits for who writes to the case, so that no detail before it is missed.
    const { sequence } = await appendWithin(client, keys, { caseId, entries: [entry] });
    if (after !== undefined && sequence !== after + 1) throw new CaseWentOnError();
    const { rowCount } = await client.query('DELETE FROM audit_detail WHERE case_id = $1 AND sequence < $2', [
      caseId,
      sequence,
    ]);
    return rowCount ?? 0;
  });

/** @throws ErasureRoleError for a role that may not erase */
export async function requireOwner(client: Pick<PoolClient, 'query'>): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_table_privilege('audit_detail', 'DELETE') AS may`,
  );
  if (rows[0]?.may !== true) throw new ErasureRoleError();
}

/** Whether the last that the audit has of a case is its erasure. */
async function isErased(client: PoolClient, caseId: string): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    'SELECT kind FROM audit_entry WHERE case_id = $1 ORDER BY sequence DESC LIMIT 1',
    [caseId],
  );
  return rows[0]?.kind === 'erasure';
}
