export const SECOND = 1000;
export const HOUR = 60 * 60 * SECOND;
export const DAY = 24 * 60 * 60 * SECOND;

/** ISO 8601 UTC, as most records carry it. */
export const iso = (at: number): string => new Date(at).toISOString();

/** With a +0000 offset, as transactions and events carry it. */
export const withOffset = (at: number): string => iso(at).replace('Z', '+0000');

/** The calendar date (UTC) of an instant, YYYY-MM-DD. */
export const dateOf = (at: number): string => iso(at).slice(0, 10);

/** A date some months later; the day is cut to the month's last one. */
export function monthsLater(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
}
