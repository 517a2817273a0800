/** One that is waited for. Instants are those of the outlook's clock. */
export interface Awaited {
  readonly sinceMs: number;
  dueAtMs: number;
  /** When its next attempt should come; it may have gone to another process, or ended. */
  backAtMs: number;
  /** Pages do not show it, or not clearly. */
  isAlone: boolean;
}

/** Whoever is so late does not come back here. */
const GRACE_MS = 30_000;

/** All that are waited for in this process, by key; those that did not come back are forgotten after a while. */
export class AllAwaited {
  private readonly byKey = new Map<string, Awaited>();
  private tidiedAtMs = -Infinity;

  constructor(
    private readonly now: () => number,
    private readonly forgotten: (awaited: Awaited) => void,
  ) {}

  /** Somebody will come to look, after `delayMs`. */
  expect(key: string, delayMs: number): Awaited {
    const backAtMs = this.now() + delayMs;
    const awaited = { sinceMs: this.now(), dueAtMs: backAtMs, backAtMs, isAlone: false };
    this.byKey.set(key, awaited);
    return awaited;
  }

  /** Somebody has come to look. */
  arrived(key: string): Awaited {
    const awaited = this.byKey.get(key) ?? this.expect(key, 0);
    awaited.dueAtMs = Math.min(awaited.dueAtMs, this.now());
    awaited.backAtMs = this.now();
    return awaited;
  }

  forget(key: string): void {
    const awaited = this.byKey.get(key);
    this.byKey.delete(key);
    if (awaited) this.forgotten(awaited);
  }

  /** Those who did not come back ended, or ask in another process now. Tells whether it looked. */
  forgetLost(): boolean {
    if (this.now() - this.tidiedAtMs < GRACE_MS) return false;
    this.tidiedAtMs = this.now();
    for (const [key, awaited] of this.byKey) if (!this.isExpected(awaited)) this.forget(key);
    return true;
  }

  /** How many are expected back whom pages may show, counted no further than `enough`. */
  countListed(enough: number): number {
    let count = 0;
    for (const awaited of this.byKey.values())
      if (!awaited.isAlone && this.isExpected(awaited) && ++count >= enough) break;
    return count;
  }

  /** Those whose keys are among these. */
  among(keys: { has(key: string): boolean }): Awaited[] {
    return [...this.byKey].filter(([key]) => keys.has(key)).map(([, awaited]) => awaited);
  }

  /** Those who are due, and waited already at that instant, and of whom nothing is known since. */
  missedSince(sinceMs: number, isKnown: (key: string) => boolean): Awaited[] {
    const isMissed = ({ isAlone, sinceMs: waitsSinceMs, dueAtMs }: Awaited) =>
      !isAlone && waitsSinceMs <= sinceMs && dueAtMs <= this.now();
    return [...this.byKey]
      .filter(([key, awaited]) => isMissed(awaited) && !isKnown(key))
      .map(([, awaited]) => awaited);
  }

  private isExpected = ({ backAtMs }: Awaited) => backAtMs + GRACE_MS >= this.now();
}
