import type { Pool, PoolClient } from 'pg';
import type { AuditEntry, AuditHead } from '../../domain/case/audit';
import { inTransaction } from '../connection';
import type { AuditSigningKeys } from './keys';
import { BEFORE_THE_FIRST, COLUMNS, detailOf, keyOf, sealed, type AuditDetail, type AuditRow } from './row';
import { tell } from '../events/outbox';
import { randomUUID } from 'node:crypto';

/** Held while entries are written: the signer of heads waits until no entry is half written. */
const WRITING = 'SELECT pg_advisory_xact_lock_shared(7046, 2)';
const ONE_CASE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/** Entries of one case, and how far it knows its audit to go. */
export interface CaseEntries {
  readonly caseId: string;
  readonly entries: readonly AuditEntry[];
  readonly known?: AuditHead | undefined;
}

/**
 * Adds to the audit of a case what it does not hold yet: an entry that comes again changes nothing. Where the audit
 * lacks what the case knows to have been stored, it goes on, and an entry says so for good. Answers with the new head.
 */
export const append = (pool: Pool, keys: AuditSigningKeys, given: CaseEntries): Promise<AuditHead> =>
  inTransaction(pool, (client) => appendWithin(client, keys, given));

/** The same within a transaction that does more; it holds the case until it ends. */
async function appendWithin(
  client: PoolClient,
  keys: AuditSigningKeys,
  given: CaseEntries,
): Promise<AuditHead> {
  await client.query(WRITING);
  await client.query(ONE_CASE_AT_A_TIME, [given.caseId]);
  const last = await headOf(client, given.caseId);
  const fresh = await notYetStored(client, given.caseId, [
    ...(await gap(client, given, last)),
    ...given.entries,
  ]);
  return write(client, keys, { caseId: given.caseId, entries: fresh, after: last });
}

async function headOf(client: Pick<PoolClient, 'query'>, caseId: string): Promise<AuditHead> {
  const { rows } = await client.query<AuditHead>(
    'SELECT sequence, hash FROM audit_entry WHERE case_id = $1 ORDER BY sequence DESC LIMIT 1',
    [caseId],
  );
  return rows[0] ?? BEFORE_THE_FIRST;
}

/** What the audit has lost of a case, as an entry: an old copy was restored, or rows were removed. */
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

async function notYetStored(
  client: PoolClient,
  caseId: string,
  entries: readonly AuditEntry[],
): Promise<readonly AuditEntry[]> {
  const { rows } = await client.query<{ entry_key: string }>(
    'SELECT entry_key FROM audit_entry WHERE case_id = $1 AND entry_key = ANY($2)',
    [caseId, entries.map(keyOf)],
  );
  const stored = new Set(rows.map(({ entry_key }) => entry_key));
  return entries.filter((entry) => !stored.has(keyOf(entry)));
}

async function write(
  client: PoolClient,
  keys: AuditSigningKeys,
  { caseId, entries, after }: { caseId: string; entries: readonly AuditEntry[]; after: AuditHead },
): Promise<AuditHead> {
  let head = after;
  for (const entry of entries) {
    const { rows } = await client.query<{ position: string }>(`SELECT nextval('audit_position') AS position`);
    const detail = detailOf(entry);
    const row = sealed(entry, detail, { caseId, position: Number(rows[0]?.position), after: head }, keys);
    await insert(client, row, detail);
    head = { sequence: row.sequence, hash: row.hash };
  }
  await tell(client, caseId, entries);
  return head;
}

const INSERT = `INSERT INTO audit_entry (${COLUMNS.join(', ')})
  VALUES (${COLUMNS.map((_, place) => `$${place + 1}`).join(', ')})`;

async function insert(client: PoolClient, row: AuditRow, detail: AuditDetail | undefined): Promise<void> {
  await client.query(
    INSERT,
    COLUMNS.map((column) => row[column]),
  );
  if (!detail) return;
  await client.query('INSERT INTO audit_detail (case_id, sequence, salt, content) VALUES ($1, $2, $3, $4)', [
    row.case_id,
    row.sequence,
    detail.salt,
    detail.content,
  ]);
}

/** Why something is erased, by whom, and when. */
interface Erasure {
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
