import type { Pool } from 'pg';
import { DAY_MS } from '../domain/time/clock';
import { caseOf, caseId } from '../domain/wire/workflow-ids';
import { eraseDetails } from './audit/append';
import type { AuditKeys, AuditSigningKeys } from './audit/keys';
import { ChainCheck } from './audit/problems';
import { entriesOf, type ReadEntry } from './audit/read';
import { UnreachableRecordsError } from './connection';

/** The documents of loans that have a folder of their own. */
interface DocumentFolders {
  list(): Promise<readonly string[]>;
  /** Removes the documents of a loan; returns their number. */
  remove(reference: string): Promise<number>;
  /** Removes the desk's uploads for a loan from before an instant; returns their number. */
  removeUploads(reference: string, before: Date): Promise<number>;
}

export interface Retained {
  /** Connected as the owner of the tables. */
  readonly owner: Pool;
  readonly keys: AuditSigningKeys;
  readonly documents: DocumentFolders;
}

const EVIDENCE = 'its audit does not verify: it is kept as evidence';

/**
 * Erases details and documents of cases that ended before an instant, and adds an entry to each chain. @returns
 * how many, and the cases that were `left` as they are, with the reason
 */
export async function eraseEnded(retained: Retained, before: string) {
  let [cases, details, documents] = [0, 0, 0];
  const left: { caseId: string; why: string }[] = [];
  for (const caseId of await quietSince(retained, before))
    try {
      const erased = await eraseIfEnded(retained, caseId);
      if (erased === 'evidence') left.push({ caseId, why: EVIDENCE });
      else if (erased) {
        cases += 1;
        details += erased.details;
        documents += erased.documents;
      }
    } catch (error) {
      if (error instanceof UnreachableRecordsError) throw error;
      left.push({ caseId, why: reasonWithoutPath(error) });
    }
  return { cases, details, documents, left };
}

/** A loan begins within days of the upload of its documents, or its draft was given up. */
const ORPHAN_DAYS = 14;

/** Removes the desk's old uploads for loans that never began: the audit does not know them. */
export async function removeOrphans(
  { owner, documents }: Pick<Retained, 'owner' | 'documents'>,
  before = new Date(Date.now() - ORPHAN_DAYS * DAY_MS),
): Promise<number> {
  const loans = (await documents.list()).map((reference) => caseId('loan', reference));
  const { rows } = await owner.query<{ case_id: string }>(
    `SELECT case_id FROM unnest($1::text[]) AS candidate (case_id)
     WHERE NOT EXISTS (SELECT FROM audit_entry e WHERE e.case_id = candidate.case_id)`,
    [loans],
  );
  let removed = 0;
  for (const { case_id: caseId } of rows)
    removed += await documents.removeUploads(caseOf(caseId).reference, before);
  return removed;
}

/** Cases with something left to erase and without a newer audit entry. */
async function quietSince({ owner, documents }: Retained, before: string): Promise<string[]> {
  const loans = (await documents.list()).map((reference) => caseId('loan', reference));
  const { rows } = await owner.query<{ case_id: string }>(
    `SELECT case_id FROM (SELECT case_id FROM audit_detail UNION SELECT unnest($2::text[])) AS candidate (case_id)
     WHERE EXISTS (SELECT FROM audit_entry e WHERE e.case_id = candidate.case_id)
       AND NOT EXISTS (SELECT FROM audit_entry e
         WHERE e.case_id = candidate.case_id AND e.kind <> 'erasure' AND e.at >= $1)
     ORDER BY case_id`,
    [before, loans],
  );
  return rows.map(({ case_id }) => case_id);
}

async function eraseIfEnded({ owner, keys, documents }: Retained, caseId: string) {
  const entries = await entriesOf(owner, caseId);
  const hasEnded = entries.findLast(({ kind }) => !AFTERWARDS.includes(kind))?.kind === 'result';
  if (!hasEnded) return undefined;
  if (!verifies(entries, caseId, keys)) return 'evidence';
  const details = await eraseDetails(owner, keys, caseId, {
    reason: 'RETENTION_ENDED',
    actor: 'retention',
    at: new Date().toISOString(),
    after: entries.at(-1)?.sequence ?? 0,
  });
  const { kind, reference } = caseOf(caseId);
  return { details, documents: kind === 'loan' ? await documents.remove(reference) : 0 };
}

/** Kinds of entries that may follow a case's result without reopening the case. */
const AFTERWARDS: readonly string[] = ['refusals', 'erasure', 'gap'];

/** Whether the entries are whole: an attacker who fakes a case's end must not get its evidence erased. */
function verifies(entries: readonly ReadEntry[], caseId: string, keys: AuditKeys): boolean {
  const check = new ChainCheck(caseId, keys, [], 0);
  for (const entry of entries) check.next(entry);
  return check.end().length === 0;
}

/** Leaves out a file system's message, which names the file and perhaps a person. */
function reasonWithoutPath(error: unknown): string {
  const { code, syscall, message } = error as { code?: unknown; syscall?: unknown; message?: unknown };
  return typeof code === 'string' && syscall !== undefined ? code : String(message);
}
