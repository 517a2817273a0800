import type { CaseFile } from '../domain/case-file';

/** How far something with many parts is, in brackets; empty for everything else. */
export function progressOf({
  instalments,
  instalmentsPaid,
  rows,
  rowsSuccess,
  accountsResolved,
}: CaseFile['facts']): string {
  if (instalments !== undefined) return ` (${instalmentsPaid ?? 0} of ${instalments} instalments paid)`;
  if (rowsSuccess !== undefined) return ` (${rowsSuccess} of ${rows} rows paid)`;
  return accountsResolved === undefined ? '' : ` (${accountsResolved} accounts resolved)`;
}
