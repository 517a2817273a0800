import type { ReconciliationInput } from '../reconciliation/input';
import { addDays, endOfLagosDay, lagosDayOf, startOfLagosDay } from './lagos-days';

/** A requested period: Lagos days (YYYY-MM-DD) from and to, both included, or the last whole days. */
type PeriodWish = Pick<ReconciliationInput, 'fromOn' | 'toOn' | 'days'>;

/** A period of business time, its end excluded. ISO 8601. */
export interface Period {
  readonly fromAt: string;
  readonly toAt: string;
}

/** The requested period at a business instant (milliseconds); by default since yesterday began in Lagos. */
export function periodOf({ fromOn, toOn, days }: PeriodWish, nowMs: number): Period {
  const today = lagosDayOf(nowMs);
  if (days !== undefined)
    return { fromAt: iso(startOfLagosDay(addDays(today, -days))), toAt: iso(startOfLagosDay(today)) };
  const from = startOfLagosDay(fromOn ?? addDays(today, -1));
  const to = toOn === undefined ? nowMs : Math.min(nowMs, endOfLagosDay(toOn));
  return { fromAt: iso(from), toAt: iso(Math.max(from, to)) };
}

const iso = (atMs: number) => new Date(atMs).toISOString();
