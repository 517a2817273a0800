export { dayText, lagosText, withLagosTimes } from '../../../src/domain/time/lagos-days';

/** Lagos is an hour ahead of UTC all year. */
const lagos = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...options });

const SHORT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
const moments = lagos(SHORT);
const momentsOfYears = lagos({ ...SHORT, year: 'numeric' });
const years = lagos({ year: 'numeric' });

/** An instant in Lagos time, in short: "22 Nov, 14:05"; of another year, or always if asked: "22 Nov 2049, 14:05". */
export const shortLagosText = (at: string, isWithYear = false): string => {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  const isOfThisYear = years.format(atMs) === years.format(Date.now());
  return (isOfThisYear && !isWithYear ? moments : momentsOfYears).format(atMs);
};

/** The same instant in UTC, to the second. */
export const utcText = (at: string): string => {
  const atMs = Date.parse(at);
  return Number.isNaN(atMs) ? at : `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
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
