/** One instalment as the service's schedule has it; dates are YYYY-MM-DD, amounts kobo. */
export interface Instalment {
  readonly dueOn: string;
  readonly totalDueKobo: number;
  readonly paidKobo: number;
  readonly status: string;
}

const DAY_MS = 86_400_000;

/** Payments of the due date itself have arrived by then: 19:00 in Lagos. */
const DUE_HOUR_UTC = 'T18:00:00.000Z';

/** The instant (milliseconds since the epoch) at which an instalment is looked at first, or charged. */
export const dueAt = (dueOn: string): number => Date.parse(`${dueOn}${DUE_HOUR_UTC}`);

/** The instant from which an unpaid instalment counts as arrears. */
export const arrearsFrom = (dueOn: string, graceDays: number): number => dueAt(dueOn) + graceDays * DAY_MS;

export const isPaid = ({ status, paidKobo, totalDueKobo }: Instalment): boolean =>
  status === 'PAID' || (totalDueKobo > 0 && paidKobo >= totalDueKobo);

/** The unpaid instalment that is due first, with its number counted from 1. */
export function oldestUnpaid(
  schedule: readonly Instalment[],
): { number: number; instalment: Instalment } | undefined {
  const byDate = [...schedule].sort((a, b) => a.dueOn.localeCompare(b.dueOn));
  const index = byDate.findIndex((instalment) => !isPaid(instalment));
  const instalment = byDate[index];
  return instalment && { number: index + 1, instalment };
}

/** Whole days since the due date; 0 before and on it. */
export const daysPastDue = (dueOn: string, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(`${dueOn}T00:00:00.000Z`)) / DAY_MS));
