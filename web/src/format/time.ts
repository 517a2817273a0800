import { lagosText } from '../../../src/domain/time/lagos-days';

export { lagosText };

/** Lagos is an hour ahead of UTC all year. */
const lagos = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...options });

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...DAY });

const moments = lagos({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** An instant in Lagos time, in short: "22 Nov, 14:05". */
export const shortLagosText = (at: string): string => {
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? at : moments.format(atMs);
};

/** The same instant in UTC, to the second. */
export const utcText = (at: string): string => {
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? at : `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
};

/** A day (YYYY-MM-DD) for people: "22 Nov 2026". */
export const dayText = (day: string): string => {
  const atMs = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(atMs) ? day : days.format(atMs);
};

const STEPS = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** A duration in its largest unit: "3 days", "5 h", "under a minute". */
export function durationText(ms: number): string {
  const step = STEPS.find(([, length]) => Math.abs(ms) >= length);
  if (!step) return 'under a minute';
  const [unit, length] = step;
  const count = Math.floor(Math.abs(ms) / length);
  return unit === 'day' ? `${count} ${count === 1 ? 'day' : 'days'}` : `${count} ${unit}`;
}

/** Instants, and days that are not part of a reference. */
const WRITTEN =
  /(?<![\w-])(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z| (\d{2}:\d{2}) UTC|(?![\w-]))/g;

/** Rewrites the instants of a server's sentence in Lagos time, and its days as people write them. */
export const withLagosTimes = (sentence: string): string =>
  sentence.replace(WRITTEN, (_, day: string, seconds?: string, minutes?: string) => {
    const time = seconds ?? (minutes && `${minutes}:00`);
    return time === undefined ? dayText(day) : lagosText(`${day}T${time}Z`);
  });
