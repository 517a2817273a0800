import type { CaseSnapshot } from '../../domain/case/snapshot';
import { nairaText } from '../../domain/money/amounts';
import { kebab } from '../command-words';
import { momentText } from './times';

/** Stages of a payout in which it may not have been sent, though an attempt at it has a time. */
const MAYBE_UNSENT = ['PREPARING', 'APPROVAL', 'APPROVED', 'SUBMITTING', 'CANCELLED'];

/** The facts as they may be told: a payout is "sent at" a time only once the bank has it. */
export function shownFacts({ kind, stage, facts }: CaseSnapshot): CaseSnapshot['facts'] {
  if (kind !== 'payout' && kind !== 'flush') return facts;
  if (!MAYBE_UNSENT.includes(stage)) return facts;
  const { sentAt: _attempted, ...shown } = facts;
  return shown;
}

/** Facts are named by unit: `…Kobo` is told as an amount, `…At` as an instant. */
export function factCells([name, value]: [string, string | number | null]): string[] {
  const label = kebab(name.replace(/Kobo$/, '')).replaceAll('-', ' ');
  if (name.endsWith('Kobo') && typeof value === 'number') return [label, nairaText(value)];
  return [label, name.endsWith('At') ? momentText(String(value)) : String(value ?? 'none')];
}

/** How far something with many parts is, in brackets; empty for everything else. */
export function progressOf({
  instalments,
  instalmentsPaid,
  rows,
  rowsSuccess,
  accountsResolved,
}: CaseSnapshot['facts']): string {
  if (instalments !== undefined) return ` (${instalmentsPaid ?? 0} of ${instalments} instalments paid)`;
  if (rowsSuccess !== undefined) return ` (${rowsSuccess} of ${rows} rows paid)`;
  return accountsResolved === undefined ? '' : ` (${accountsResolved} accounts resolved)`;
}
