import { DAY_MS, HOUR_MS } from './clock';

/** Lagos is an hour ahead of UTC all year: Nigeria has no daylight saving time. */
const AHEAD_MS = HOUR_MS;

/** The day in Lagos (YYYY-MM-DD) on which an instant falls (milliseconds since the epoch). */
export const lagosDayOf = (atMs: number): string => new Date(atMs + AHEAD_MS).toISOString().slice(0, 10);

/** The instant at which a Lagos day (YYYY-MM-DD) begins, in milliseconds since the epoch. */
export const startOfLagosDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) - AHEAD_MS;

/** The end of a Lagos day, which is the beginning of the next one, in milliseconds since the epoch. */
export const endOfLagosDay = (day: string): number => startOfLagosDay(day) + DAY_MS;

/** The day a number of days after another one (before it if negative). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days lie between two days: 1 from a day to the next, negative backwards. */
export const daysBetween = (fromDay: string, toDay: string): number =>
  (startOfLagosDay(toDay) - startOfLagosDay(fromDay)) / DAY_MS;

const instants = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
});

/** An instant (ISO 8601) in Lagos time, with its zone: "22 Nov 2026, 14:05 WAT". */
export const lagosText = (at: string): string => {
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? at : `${instants.format(atMs)} WAT`;
};
