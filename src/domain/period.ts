const DAY_MS = 86_400_000;

/** Which stretch of business time: dates (UTC) from and to, both included, or the last whole days. */
export interface PeriodWish {
  readonly fromOn?: string | undefined;
  readonly toOn?: string | undefined;
  readonly days?: number | undefined;
}

/** A stretch of business time, its end excluded. ISO 8601. */
export interface Period {
  readonly fromAt: string;
  readonly toAt: string;
}

/** The stretch that is meant at a business instant (milliseconds). Without any wish: since yesterday began. */
export function periodOf({ fromOn, toOn, days }: PeriodWish, nowMs: number): Period {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  if (days !== undefined) return { fromAt: iso(today - days * DAY_MS), toAt: iso(today) };
  const from = fromOn === undefined ? today - DAY_MS : Date.parse(fromOn);
  const to = toOn === undefined ? nowMs : Math.min(nowMs, Date.parse(toOn) + DAY_MS);
  return { fromAt: iso(from), toAt: iso(Math.max(from, to)) };
}

const iso = (atMs: number) => new Date(atMs).toISOString();
