/** Where a caller stands in its window after a call was counted. */
export interface WindowStanding {
  readonly isExceeded: boolean;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

/**
 * Fixed windows, each opened by the first call after the last one ended; every call counts, refused ones too. They
 * run on real time, a matter of the interface and not of lending.
 */
export class RateWindow {
  private readonly open = new Map<string, { endsAt: number; used: number }>();

  constructor(
    private readonly limit: number,
    private readonly windowSeconds: number,
    private readonly monotonicNow: () => number,
  ) {}

  get isOn(): boolean {
    return this.limit > 0;
  }

  /** Counts a call of a key. */
  count(key: string): WindowStanding {
    const window = this.current(key) ?? { endsAt: this.monotonicNow() + this.windowSeconds * 1000, used: 0 };
    window.used += 1;
    this.open.set(key, window);
    return this.standing(key);
  }

  /** Where a key stands, without counting. */
  standing(key: string): WindowStanding {
    const { used = 0, endsAt = this.monotonicNow() } = this.current(key) ?? {};
    return {
      isExceeded: used > this.limit,
      limit: this.limit,
      windowSeconds: this.windowSeconds,
      remaining: Math.max(0, this.limit - used),
      resetSeconds: Math.ceil((endsAt - this.monotonicNow()) / 1000),
    };
  }

  reset(): void {
    this.open.clear();
  }

  private current(key: string) {
    const window = this.open.get(key);
    return window && window.endsAt > this.monotonicNow() ? window : undefined;
  }
}

/** Interface: "Limits". Retry-After comes with a refusal. */
export const rateHeaders = (standing: WindowStanding): Record<string, string> => ({
  'RateLimit-Policy': `${standing.limit};w=${standing.windowSeconds}`,
  'RateLimit-Limit': String(standing.limit),
  'RateLimit-Remaining': String(standing.remaining),
  'RateLimit-Reset': String(standing.resetSeconds),
  ...(standing.isExceeded ? { 'Retry-After': String(standing.resetSeconds) } : {}),
});
