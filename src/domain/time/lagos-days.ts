/** Lagos is an hour ahead of UTC all year: Nigeria has no daylight saving time. */
const AHEAD_MS = 3_600_000;
const DAY_MS = 86_400_000;

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The day in Lagos (YYYY-MM-DD) on which an instant falls (milliseconds since the epoch). */
export const lagosDayOf = (atMs: number): string => new Date(atMs + AHEAD_MS).toISOString().slice(0, 10);

/** The instant at which a Lagos day (YYYY-MM-DD) begins, in milliseconds since the epoch. */
export const startOfLagosDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) - AHEAD_MS;

/** The instant at which a Lagos day has passed: the beginning of the next one, in milliseconds since the epoch. */
export const endOfLagosDay = (day: string): number => startOfLagosDay(day) + DAY_MS;

/** The day that lies so many days after another (before it when negative). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days lie between two days: 1 from a day to the next, negative backwards. */
export const daysBetween = (fromDay: string, toDay: string): number =>
  (startOfLagosDay(toDay) - startOfLagosDay(fromDay)) / DAY_MS;

/**
 * The instant that a text of the bank means, in milliseconds since the epoch: with `Z` or an offset as it says, without
 * a zone in Lagos time, a date alone as the beginning of that day in Lagos. Nothing when the text is no instant.
 */
export function instantOf(text: string): number | undefined {
  const [, year = '', month = '', day = '', hour, minute, second, fraction = '', zone] =
    INSTANT.exec(text.trim()) ?? [];
  const parts = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), millis(fraction)] as const;
  const localMs = Date.UTC(Number(year), Number(month) - 1, Number(day), ...parts);
  const aheadMs = zone === undefined ? AHEAD_MS : offsetMs(zone);
  return isReal(localMs, `${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`)
    ? localMs - aheadMs
    : undefined;
}

/** The instant until which something that is due then may be done: a date alone includes its whole day in Lagos. */
export function cutOffOf(text: string): number | undefined {
  const isDayAlone = /^\d{4}-\d{2}-\d{2}$/.test(text.trim());
  const atMs = instantOf(text);
  return atMs !== undefined && isDayAlone ? atMs + DAY_MS : atMs;
}

/** Whether a calendar has the date and the day has the time: 30 February and 25 o'clock run over into others. */
const isReal = (localMs: number, text: string) =>
  !Number.isNaN(localMs) && new Date(localMs).toISOString().startsWith(text);

const millis = (fraction: string) => Number(fraction.slice(0, 3).padEnd(3, '0'));

/** How far a zone's clocks are ahead of UTC. */
function offsetMs(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(3).replace(':', '') || '0'].map(Number);
  const aheadMs = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000;
  return zone.startsWith('-') ? -aheadMs : aheadMs;
}
