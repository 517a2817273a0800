import type { ScheduleSummary } from '../../cases/schedules';
import { columns } from '../terminal';
import { momentText } from './times';

/** The schedules for people: how often, when next, when last, and whether they are paused. */
export function schedulesTable(found: readonly ScheduleSummary[]): string {
  if (found.length === 0)
    return 'There are none: no worker has created them yet, or its settings turn them off.';
  const lines = found.map(({ schedule, everySeconds = 0, paused, note = '', nextAt, lastAt, runs }) => [
    schedule,
    intervalText(everySeconds),
    nextAt === undefined ? '' : momentText(nextAt),
    lastAt === undefined ? '' : momentText(lastAt),
    String(runs),
    paused ? `paused ${note}`.trim() : '',
  ]);
  return columns([['SCHEDULE', 'EVERY', 'NEXT', 'LAST', 'RUNS', ''], ...lines]).join('\n');
}

function intervalText(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
