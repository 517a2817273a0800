import { daysBetween, lagosDayOf, startOfLagosDay } from '../time/lagos-days';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Payments of the due date itself have arrived by then, in Lagos. */
const DUE_HOUR = 19;

/** The instant (milliseconds since the epoch) at which an instalment is looked at first, or charged. */
export const dueAt = (dueOn: string): number => startOfLagosDay(dueOn) + DUE_HOUR * HOUR_MS;

/** The instant from which an unpaid instalment counts as arrears. */
export const arrearsFrom = (dueOn: string, graceDays: number): number => dueAt(dueOn) + graceDays * DAY_MS;

/** Whole Lagos days since the due date; 0 before and on it. */
export const daysPastDue = (dueOn: string, nowMs: number): number =>
  Math.max(0, daysBetween(dueOn, lagosDayOf(nowMs)));
