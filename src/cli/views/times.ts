/** Lagos is an hour ahead of UTC all year. */
const AHEAD_MS = 3_600_000;

/** An instant (ISO 8601) for people, to the minute: in UTC, with Lagos time beside it. */
export function momentText(at: string): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  const [day, time] = minuteOf(atMs);
  const [lagosDay, lagosTime] = minuteOf(atMs + AHEAD_MS);
  return `${day} ${time} UTC (${lagosDay === day ? '' : `${lagosDay} `}${lagosTime} Lagos)`;
}

const INSTANT = /(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z| (\d{2}:\d{2}) UTC)/g;

/** A sentence of a worker, with each instant in it as `momentText` writes it. */
export const withMoments = (sentence: string): string =>
  sentence.replace(INSTANT, (_, day: string, seconds?: string, minutes?: string) =>
    momentText(`${day}T${seconds ?? `${minutes}:00`}Z`),
  );

const minuteOf = (atMs: number) => {
  const iso = new Date(atMs).toISOString();
  return [iso.slice(0, 10), iso.slice(11, 16)] as const;
};
