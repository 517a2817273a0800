/** The time of a sandbox; tests pass their own. */
export interface TimeSource {
  /** Real milliseconds since the epoch. */
  readonly realNow: () => number;
  /** Milliseconds that never jump, for the rate-limit window. */
  readonly monotonicNow: () => number;
}

export const SYSTEM_TIME: TimeSource = {
  realNow: () => Date.now(),
  monotonicNow: () => performance.now(),
};

/** A real instant, its business instant, and the rate of business time from there. */
interface ClockReading {
  readonly rate: number;
  readonly realAt: string;
  readonly businessAt: string;
}

/** The clock of lending and payouts. It may run faster than real time and be moved forward, never back. */
export class VirtualClock {
  private anchorReal: number;
  private anchorBusiness: number;

  constructor(
    private readonly realNow: () => number,
    private rate: number,
    startAt?: string,
  ) {
    this.anchorReal = realNow();
    this.anchorBusiness = startAt === undefined ? this.anchorReal : Date.parse(startAt);
  }

  /** Business milliseconds since the epoch. */
  now(): number {
    const elapsed = Math.max(0, this.realNow() - this.anchorReal);
    return Math.floor(this.anchorBusiness + elapsed * this.rate);
  }

  setRate(rate: number): void {
    this.anchorHere(0);
    this.rate = rate;
  }

  advance(seconds: number): void {
    this.anchorHere(seconds * 1000);
  }

  read(): ClockReading {
    return {
      rate: this.rate,
      realAt: new Date(this.anchorReal).toISOString(),
      businessAt: new Date(this.anchorBusiness).toISOString(),
    };
  }

  private anchorHere(skippedMs: number): void {
    this.anchorBusiness = this.now() + skippedMs;
    this.anchorReal = this.realNow();
  }
}

export const SECOND = 1000;
export const HOUR = 60 * 60 * SECOND;
export const DAY = 24 * 60 * 60 * SECOND;

/** ISO 8601 UTC, as most records carry it. */
export const iso = (at: number): string => new Date(at).toISOString();

/** With a +0000 offset, as transactions and events carry it. */
export const withOffset = (at: number): string => iso(at).replace('Z', '+0000');

/** The calendar date (UTC) of an instant, YYYY-MM-DD. */
export const dateOf = (at: number): string => iso(at).slice(0, 10);

/** The date some months later, limited to the last day of the month. */
export function monthsLater(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
}
