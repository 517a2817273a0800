import type { Pool } from 'pg';
import type { AuditKeys } from './keys';
import { selectEntries } from './read';
import { isWhole } from './row';

/** A command that a case has carried out. */
export interface CarriedOut {
  readonly caseId: string;
  readonly name: string;
  /** Missing where messages name their own actors. */
  readonly act: string | undefined;
  /** Business time, ISO 8601. */
  readonly at: string;
}

/** Commands of these names that cases have carried out, oldest first in each; a row that no worker has sealed is left out. */
export async function commandsOf(
  pool: Pool,
  keys: AuditKeys,
  caseIds: readonly string[],
  names: readonly string[],
): Promise<CarriedOut[]> {
  const entries = await selectEntries(
    pool,
    `WHERE e.case_id = ANY($1) AND e.kind = 'command' AND e.what = ANY($2) ORDER BY e.case_id, e.sequence`,
    [caseIds, names],
  );
  return entries
    .filter((entry) => isWhole(entry, keys))
    .map(({ case_id: caseId, what: name, act, at }) => ({ caseId, name, act: act ?? undefined, at }));
}
