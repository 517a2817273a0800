import { rowStatuses, type RowStatus } from '../../domain/batch/validation-results';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { BatchProgress } from '../contract/starts';

/** Statuses in which a row is still to come to an end. */
const OPEN: readonly RowStatus[] = ['READY', 'STARTED'];

/** How far a batch is, from the facts that its case shows. */
export function progressIn(
  reference: string,
  { stage, facts }: Pick<CaseSnapshot, 'stage' | 'facts'>,
): BatchProgress {
  const counted = (Object.keys(rowStatuses) as RowStatus[]).map((status): [RowStatus, number] => [
    status,
    Number(facts[factOf(status)] ?? 0),
  ]);
  const counts = Object.fromEntries(counted.filter(([, count]) => count > 0));
  const total = Number(facts.rows ?? 0) + Number(facts.excluded ?? 0);
  const done = counted
    .filter(([status]) => !OPEN.includes(status))
    .reduce((sum, [, count]) => sum + count, 0);
  return { reference, stage, counts, total, done };
}

/** `REFERENCE_USED` is shown as the fact `rowsReferenceUsed`. */
const factOf = (status: RowStatus) =>
  `rows${status
    .toLowerCase()
    .replace(/(^|_)([a-z])/g, (_all, _before, letter: string) => letter.toUpperCase())}`;
