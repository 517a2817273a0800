import { createHash, randomBytes } from 'node:crypto';
import type { AuditEntry, AuditHead } from '../../domain/case/audit';
import { workflowTypes } from '../../domain/wire/workflow-types';
import type { AuditKeys, AuditSigningKeys } from './keys';

/** The columns that an entry's hash covers, in order; the table adds `hash` and `signature`. */
const HASHED = [
  'case_id',
  'sequence',
  'position',
  'entry_key',
  'at',
  'kind',
  'what',
  'actor',
  'role',
  'request_id',
  'act',
  'digest',
  'policy_digest',
  'detail_digest',
  'key_id',
  'previous_hash',
] as const;

export const COLUMNS = [...HASHED, 'hash', 'signature'] as const;

type Numeric = 'sequence' | 'position';
type Nullable = 'actor' | 'role' | 'request_id' | 'act' | 'digest' | 'policy_digest' | 'detail_digest';
type Textual = Exclude<(typeof COLUMNS)[number], Numeric | Nullable>;

/** One row of the table `audit_entry`. */
export type AuditRow = Readonly<
  Record<Textual, string> & Record<Numeric, number> & Record<Nullable, string | null>
>;

/** The content of a detail; the chain holds only its digest. */
export interface AuditDetail {
  readonly salt: string;
  readonly content: string;
}

export const BEFORE_THE_FIRST: AuditHead = { sequence: 0, hash: '' };

const sha256 = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The hash of an entry's content, its place, and the entry before it. */
export const hashOf = (row: Omit<AuditRow, 'hash' | 'signature'>): string =>
  sha256('audit entry', ...HASHED.map((column) => row[column]));

/** The digest of a detail; the salt prevents guessing its content. */
export const digestOf = ({ salt, content }: AuditDetail): string => sha256('audit detail', salt, content);

/**
 * A key per deed, also when it is written again: a case that was reset may reuse an id for another deed. A run has one
 * result; it and what people gave are written again, at a later time, when a workflow task is repeated.
 */
export function keyOf({ facts: _, ...entry }: AuditEntry): string {
  const { kind, requestId, id, at } = entry;
  const isResult = kind === 'result';
  const isRepeated = isResult || requestId !== undefined;
  return sha256('audit key', {
    ...entry,
    id: isResult ? id.split(':')[0] : id,
    at: isRepeated ? undefined : at,
  });
}

/** By what was done, the facts of the case that say about what: the deed itself does not. */
const TERMS: Readonly<Record<string, readonly string[]>> = {
  [workflowTypes.payout]: ['amountKobo'],
  [workflowTypes.batch]: ['rows', 'totalKobo'],
  acceptOffer: ['offerAmountKobo', 'offerMonths', 'offerInterestRate'],
};

/** The detail of an entry with its terms and a fresh salt; `undefined` if it has none. */
export function detailOf({ what, detail, facts = {} }: AuditEntry): AuditDetail | undefined {
  const terms = (TERMS[what] ?? []).filter((name) => facts[name] !== undefined);
  const whole = { ...Object.fromEntries(terms.map((name) => [name, facts[name]])), ...detail };
  if (Object.keys(whole).length === 0) return undefined;
  return { salt: randomBytes(16).toString('hex'), content: JSON.stringify(whole) };
}

/** An entry as the row that follows another one. */
export function sealed(
  entry: AuditEntry,
  detail: AuditDetail | undefined,
  { caseId, position, after }: { caseId: string; position: number; after: AuditHead },
  keys: AuditSigningKeys,
): AuditRow {
  const content = {
    case_id: caseId,
    sequence: after.sequence + 1,
    position,
    entry_key: keyOf(entry),
    at: entry.at,
    kind: entry.kind,
    what: entry.what,
    actor: entry.actor ?? null,
    role: entry.role ?? null,
    request_id: entry.requestId ?? null,
    act: entry.act ?? null,
    digest: entry.digest ?? null,
    policy_digest: entry.policyDigest ?? null,
    detail_digest: detail ? digestOf(detail) : null,
    key_id: keys.activeId,
    previous_hash: after.hash,
  };
  const hash = hashOf(content);
  return { ...content, hash, signature: keys.sign(hash) };
}

/** Whether a row is unchanged since a holder of the keys wrote it, wherever it stands. */
export const isWhole = (row: AuditRow, keys: AuditKeys): boolean =>
  row.hash === hashOf(row) && keys.verifies(row);
