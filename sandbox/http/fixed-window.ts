/** The state of a caller's window after a call was counted. */
export interface WindowSnapshot {
  readonly isExceeded: boolean;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

export interface WindowRecord {
  readonly key: string;
  /** On the monotonic clock, in milliseconds. */
  readonly openedAtMs: number;
  /** Calls that counted in it, refused ones too. */
  readonly used: number;
  /** The refused ones of these, by operation. */
  readonly refused: Readonly<Record<string, number>>;
}

type OpenWindow = { -readonly [Field in keyof WindowRecord]: WindowRecord[Field] } & {
  readonly refused: Record<string, number>;
};

/** Number of remembered windows: about ten days of default windows. */
const REMEMBERED_MAX = 1_000;

/**
 * Fixed windows, each opened by the first call after the last one ended; every call counts, refused ones too.
 * They run on real time, because they belong to the interface and not to lending.
 */
export class FixedWindow {
  private readonly open = new Map<string, OpenWindow>();
  private readonly records: OpenWindow[] = [];

  constructor(
    private readonly limit: number,
    private readonly windowSeconds: number,
    private readonly monotonicNow: () => number,
  ) {}

  get isOn(): boolean {
    return this.limit > 0;
  }

  /** The latest windows, the oldest first; the last one of a key may be open still. */
  get history(): readonly WindowRecord[] {
    return this.records;
  }

  count(key: string, operation: string): WindowSnapshot {
    const window = this.current(key) ?? this.openFor(key);
    window.used += 1;
    if (window.used > this.limit) window.refused[operation] = (window.refused[operation] ?? 0) + 1;
    return this.snapshot(key);
  }

  /** The state of a key's window, without counting a call. */
  snapshot(key: string): WindowSnapshot {
    const now = this.monotonicNow();
    const { used = 0, openedAtMs = now - this.lengthMs } = this.current(key) ?? {};
    return {
      isExceeded: used > this.limit,
      limit: this.limit,
      windowSeconds: this.windowSeconds,
      remaining: Math.max(0, this.limit - used),
      resetSeconds: Math.ceil((openedAtMs + this.lengthMs - now) / 1000),
    };
  }

  reset(): void {
    this.open.clear();
    this.records.length = 0;
  }

  private get lengthMs(): number {
    return this.windowSeconds * 1000;
  }

  private openFor(key: string): OpenWindow {
    const window = { key, openedAtMs: this.monotonicNow(), used: 0, refused: {} };
    this.open.set(key, window);
    this.records.push(window);
    if (this.records.length > REMEMBERED_MAX) this.records.shift();
    return window;
  }

  private current(key: string): OpenWindow | undefined {
    const window = this.open.get(key);
    return window && window.openedAtMs + this.lengthMs > this.monotonicNow() ? window : undefined;
  }
}
