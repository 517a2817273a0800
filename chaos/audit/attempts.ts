import type { Pool } from 'pg';
import type { AuditKeys } from '../../src/records/audit/keys';
import type { SignerKey } from '../../src/records/checkpoints/checkpoint';
import { verify } from '../../src/records/verify';
import { readCopy, replaceCopy } from './audit-copy';
import type { Tampering, Targets } from './tampering';

/** Where tamperings are tried: an audit whose heads are signed and exported. */
export interface TriedOn {
  readonly superuser: Pool;
  readonly keys: AuditKeys;
  readonly signer: SignerKey;
  readonly exported: readonly string[];
}

/** How a tampering fared: whether a check of the database alone showed it, and one with the exported head. */
export interface Attempt {
  readonly what: string;
  readonly needsHead: boolean;
  readonly shownByDatabase: boolean;
  readonly shownWithHead: boolean;
}

/** Tries tamperings one after the other, each on the audit as it was, and leaves it as it was. */
export async function tryAll(
  { superuser, ...given }: TriedOn,
  tamperings: readonly Tampering[],
): Promise<Attempt[]> {
  const copy = await readCopy(superuser);
  const targets = targetsIn(copy.rows);
  const attempts: Attempt[] = [];
  for (const { what, needsHead = false, change } of tamperings) {
    const changed = change(copy, targets);
    await replaceCopy(superuser, copy, changed);
    const { exported, ...keys } = given;
    const alone = await verify({ pool: superuser, ...keys });
    const withHead = await verify({ pool: superuser, ...keys, exported });
    attempts.push({
      what,
      needsHead,
      shownByDatabase: alone.problems.length > 0,
      shownWithHead: withHead.problems.length > 0,
    });
    await replaceCopy(superuser, changed, copy);
  }
  return attempts;
}

const ENTRIES_MIN = 4;

function targetsIn(rows: readonly { case_id: string; sequence: number }[]): Targets {
  const [caseId, otherCaseId] = rows
    .filter(({ sequence }) => sequence === ENTRIES_MIN)
    .map(({ case_id }) => case_id);
  if (caseId === undefined || otherCaseId === undefined)
    throw new Error(`the tamperings need two cases of ${ENTRIES_MIN} entries`);
  return { caseId, otherCaseId };
}
