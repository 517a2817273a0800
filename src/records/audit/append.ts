import type { Pool, PoolClient } from 'pg';
import type { AuditEntry, AuditHead } from '../../domain/case/audit';
import { hasRight, insertRow, inTransaction } from '../connection';
import type { AuditSigningKeys } from './keys';
import { BEFORE_THE_FIRST, COLUMNS, detailOf, keyOf, sealed } from './row';
import { tell } from '../events/outbox';
import { randomUUID } from 'node:crypto';

/** Held while entries are written: the signer of heads waits until no entry is half written. */
const WRITING = 'SELECT pg_advisory_xact_lock_shared(7046, 2)';
const ONE_CASE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/** Entries of one case, and the last audit head that the case knows. */
export interface CaseEntries {
  readonly caseId: string;
  readonly entries: readonly AuditEntry[];
  readonly known?: AuditHead | undefined;
}

/**
 * Adds the entries that the audit of a case does not hold yet, so a repeat changes nothing. If the audit
 * lacks a head that the case knows was stored, it goes on, and a `gap` entry records the loss for good.
 * Returns the new head.
 */
export const append = (pool: Pool, keys: AuditSigningKeys, given: CaseEntries): Promise<AuditHead> =>
  inTransaction(pool, (client) => appendWithin(client, keys, given));

/** `append` within a larger transaction; it locks the case until the transaction ends. */
async function appendWithin(client: PoolClient, keys: AuditSigningKeys, given: CaseEntries) {
  const { caseId } = given;
  await client.query(WRITING);
  await client.query(ONE_CASE_AT_A_TIME, [caseId]);
  const { sequence, hash } = (await lastOf(client, caseId)) ?? BEFORE_THE_FIRST;
  let head: AuditHead = { sequence, hash };
  const all = [...(await gap(client, given, head)), ...given.entries];
  const entries = await notYetStored(client, caseId, all);
  for (const entry of entries) {
    const { rows } = await client.query<{ position: string }>(`SELECT nextval('audit_position') AS position`);
    const detail = detailOf(entry);
    const row = sealed(entry, detail, { caseId, position: Number(rows[0]?.position), after: head }, keys);
    await insertRow(client, 'audit_entry', COLUMNS, row);
    if (detail) await insertRow(client, 'audit_detail', DETAIL_COLUMNS, { ...row, ...detail });
    head = { sequence: row.sequence, hash: row.hash };
  }
  await tell(client, caseId, entries);
  return head;
}

const DETAIL_COLUMNS = ['case_id', 'sequence', 'salt', 'content'] as const;

async function lastOf(client: PoolClient, caseId: string) {
  const { rows } = await client.query<AuditHead & { readonly kind: string }>(
    'SELECT sequence, hash, kind FROM audit_entry WHERE case_id = $1 ORDER BY sequence DESC LIMIT 1',
    [caseId],
  );
  return rows[0];
}

/** The entry that records a loss: an old copy of the audit was restored, or rows were removed. */
async function gap(
  client: PoolClient,
  { caseId, entries, known }: CaseEntries,
  last: AuditHead,
): Promise<AuditEntry[]> {
  if (!known || known.sequence === 0) return [];
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM audit_entry WHERE case_id = $1 AND sequence = $2',
    [caseId, known.sequence],
  );
  if (rows[0]?.hash === known.hash) return [];
  return [
    {
      id: `gap-${known.sequence}-${known.hash}`,
      at: entries[0]?.at ?? new Date().toISOString(),
      kind: 'gap',
      what: `the case knew of ${known.sequence} entries, the audit held ${last.sequence}`,
    },
  ];
}

async function notYetStored(client: PoolClient, caseId: string, entries: readonly AuditEntry[]) {
  const { rows } = await client.query<{ entry_key: string }>(
    'SELECT entry_key FROM audit_entry WHERE case_id = $1 AND entry_key = ANY($2)',
    [caseId, entries.map(keyOf)],
  );
  const stored = new Set(rows.map(({ entry_key }) => entry_key));
  return entries.filter((entry) => !stored.has(keyOf(entry)));
}

interface Erasure {
  readonly reason: string;
  /** An opaque id of a person, or of the program that follows the policy. */
  readonly actor: string;
  /** ISO 8601. */
  readonly at: string;
  /** The last entry that the eraser has seen: if another one follows it by now, nothing is erased. */
  readonly after?: number;
}

/** Only the owner of the tables may erase. The message is a sentence for people. */
class ErasureRoleError extends Error {
  override readonly name = 'ErasureRoleError';
  readonly kind = 'usage';
}

/**
 * Deletes the details of a case, with the salts of their digests, and adds an entry about it to its chain. It
 * leaves a case alone that was erased already. Returns the number of deleted details.
 * @throws ErasureRoleError, or Error with a sentence for people if the case has gone on
 */
export const eraseDetails = (
  owner: Pool,
  keys: AuditSigningKeys,
  caseId: string,
  { reason, actor, at, after }: Erasure,
): Promise<number> =>
  inTransaction(owner, async (client) => {
    await requireOwner(client);
    if ((await lastOf(client, caseId))?.kind === 'erasure') return 0;
    const entry = { id: `erasure-${randomUUID()}`, kind: 'erasure', what: reason, actor, at } as const;
    // The entry comes first: it waits for other writers of the case, so that no earlier detail is missed.
    const { sequence } = await appendWithin(client, keys, { caseId, entries: [entry] });
    if (after !== undefined && sequence !== after + 1)
      throw new Error('The case has gone on since it was looked at');
    const { rowCount } = await client.query('DELETE FROM audit_detail WHERE case_id = $1 AND sequence < $2', [
      caseId,
      sequence,
    ]);
    return rowCount ?? 0;
  });

export async function requireOwner(client: Pick<PoolClient, 'query'>): Promise<void> {
  if (await hasRight(client, 'audit_detail', 'DELETE')) return;
  throw new ErasureRoleError(
    'Only the owner of the tables may erase: name the owner by DATABASE_MIGRATION_URL.',
  );
}
