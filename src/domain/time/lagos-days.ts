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

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...DAY });
const instants = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'Africa/Lagos', ...DAY, hour: '2-digit', minute: '2-digit' },
});

/** An instant (ISO 8601) in Lagos time, with its zone: "22 Nov 2026, 14:05 WAT". */
export const lagosText = (at: string): string => {
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? at : `${instants.format(atMs)} WAT`;
};

/** A day (YYYY-MM-DD) for people: "22 Nov 2026". */
export const dayText = (day: string): string => {
  const atMs = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(atMs) ? day : days.format(atMs);
};

/** Instants, and days that are not part of a reference. */
const WRITTEN =
  /(?<![\w-])(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z| (\d{2}:\d{2}) UTC|(?![\w-]))/g;

/** Rewrites the instants of a server's sentence in Lagos time, and its days as people write them. */
export const withLagosTimes = (sentence: string): string =>
  sentence.replace(WRITTEN, (_, day: string, seconds?: string, minutes?: string) => {
    const time = seconds ?? (minutes && `${minutes}:00`);
    return time === undefined ? dayText(day) : lagosText(`${day}T${time}Z`);
  });
