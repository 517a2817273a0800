import { generateKeyPairSync, sign } from 'node:crypto';
import { hashOf, type AuditRow } from '../../src/records/audit/row';
import type { AuditCopy } from './audit-copy';

/** A change of the audit by a superuser of the database who lacks the keys. */
export interface Tampering {
  readonly what: string;
  /** Whether only an exported head can show it. */
  readonly needsHead?: true;
  readonly change: (copy: AuditCopy, target: Targets) => AuditCopy;
}

/** Cases of at least four entries that the attacker picks. */
export interface Targets {
  readonly caseId: string;
  readonly otherCaseId: string;
}

type Change<T> = (given: readonly T[]) => readonly T[];

/** Changes the rows of one case, which are given oldest first. */
export const ofCase = (copy: AuditCopy, caseId: string, change: Change<AuditRow>): AuditCopy => {
  const own = copy.rows.filter((row) => row.case_id === caseId).toSorted((a, b) => a.sequence - b.sequence);
  return { ...copy, rows: [...copy.rows.filter((row) => row.case_id !== caseId), ...change(own)] };
};

/** Changes one row, by its place in its case: 0 is the first one, -1 the last. */
export const ofRow = (place: number, change: (row: AuditRow) => AuditRow): Change<AuditRow> => {
  return (rows) => {
    const at = place < 0 ? rows.length + place : place;
    return rows.map((row, index) => (index === at ? change(row) : row));
  };
};

/** Makes hashes and links fit again, as far as it goes without a key. */
export const relinked: Change<AuditRow> = (rows) => {
  let previous = { sequence: 0, hash: '' };
  return rows.map((row) => {
    const linked = { ...row, sequence: previous.sequence + 1, previous_hash: previous.hash };
    previous = { sequence: linked.sequence, hash: hashOf(linked) };
    return { ...linked, hash: previous.hash };
  });
};

const attackers = generateKeyPairSync('ed25519').privateKey;

/** The same with signatures under a key of the attacker. */
export const resealed =
  (keyId?: string): Change<AuditRow> =>
  (rows) =>
    relinked(rows.map((row) => ({ ...row, key_id: keyId ?? row.key_id }))).map((row) => ({
      ...row,
      signature: sign(null, Buffer.from(row.hash), attackers).toString('base64url'),
    }));

/** Another value of the same kind. */
export function another(value: AuditRow[keyof AuditRow]): string | number {
  if (typeof value === 'number') return value + 1_000_000;
  if (value !== null && /^[0-9a-f]{8,}$/.test(value))
    return value.replace(/^./, (sign) => (sign === '0' ? '1' : '0'));
  return `${value ?? ''}x`;
}
