/** Where a sandbox gets its time from; tests pass their own. */
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

/** A real instant, the business instant that belongs to it, and how fast business time runs from there. */
export interface ClockReading {
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
