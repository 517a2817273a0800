import { meaningOf } from '../../cases/batch-results';
import { rowStatuses, type RowResult } from '../../domain/batch/validation-results';
import { nairaText } from '../../domain/money/amounts';
import { columns } from '../terminal';

/** Rows shown one by one to a person. */
const SHOWN_MAX = 40;

/** The results for people: how many of which kind, and the rows that are not paid. */
export function resultsText(results: readonly RowResult[]): string {
  const unpaid = results.filter(({ status }) => status !== 'SUCCESS');
  const lines = unpaid
    .slice(0, SHOWN_MAX)
    .map(({ row, reference, amountKobo, status, reason = '' }) => [
      `row ${row}`,
      reference,
      nairaText(amountKobo),
      status,
      reason,
    ]);
  const more = unpaid.length - lines.length;
  const end = more > 0 ? [`and ${more} more; --csv and --json have all`] : [];
  return [...columns(sums(results)), '', ...columns(lines), ...end].join('\n').trimEnd();
}

const sums = (results: readonly RowResult[]) =>
  [...new Set([...Object.keys(rowStatuses), ...results.map(({ status }) => status)])].flatMap((status) => {
    const those = results.filter((result) => result.status === status);
    const totalKobo = those.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
    return those.length === 0
      ? []
      : [[status, String(those.length), nairaText(totalKobo), meaningOf(status) ?? '']];
  });
