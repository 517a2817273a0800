export { dayText, lagosText, withLagosTimes } from '../../../src/domain/time/lagos-days';

/** Lagos is an hour ahead of UTC all year. */
const lagos = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', ...options });

const moments = lagos({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const days = lagos({ day: 'numeric', month: 'short', year: 'numeric' });
/** From here on a day and a month alone would be taken for those of another year. */
const FAR_MS = 300 * 86_400_000;

/** An instant in Lagos time, in short: "22 Nov, 14:05", far away "22 Nov 2049". */
export const shortLagosText = (at: string): string => {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  return (Math.abs(atMs - Date.now()) > FAR_MS ? days : moments).format(atMs);
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
