import type { RateLimiter, RateLimitSnapshot } from 'fixed-window-limiter';

/** How reads are spread over what a window can spare. */
const tuning = {
  /** Real milliseconds per call of the window that cadences are made for: 900 s for 100 calls. */
  usualCallMs: 9_000,
  /** Below this back-off factor a call costs next to nothing. */
  unlimitedBelow: 0.01,
  /** A read is planned after this share of the window at the latest, however few calls are spare. */
  longestSpacing: 1 / 3,
  /** The share of each kind of read in the spare calls, while both want some: money first. */
  share: { money: 2 / 3, rest: 1 / 3 },
  /** Reads that may follow each other directly after a pause: the minimum, and a share of spare calls. */
  leastTokens: 4,
  /** Reads about money come steadily: calls they use early are missing late. */
  tokensOfSpare: { money: 0, rest: 1 / 8 },
  /** Without spare calls, look again after this share of a window: the reserve decays. */
  nothingSpared: 1 / 20,
  /** Meanwhile a token becomes ready in this share of a window, for the beginning of the next one. */
  unsparedSpacing: 1 / 3,
  /** A kind that read within this share of a window still counts as wanting reads. */
  wantedWithin: 1 / 16,
  /** Reads for speed leave this share of a window's calls, for a burst that comes unexpected. */
  leftForBurst: 0.8,
} as const;

/** The subject of a read: money under way goes before the rest, which still gets a share. */
export type ReadKind = 'money' | 'rest';

const OTHER: Record<ReadKind, ReadKind> = { money: 'rest', rest: 'money' };

/** The calls of the current window that reads may use. Counts of requests, real milliseconds. */
export interface ReadAllowance extends Pick<RateLimitSnapshot, 'limit' | 'windowMs' | 'endsInMs'> {
  /** Requests left for reads, without those that urgent work is expected to need. */
  readonly spare: number;
}

/**
 * How sparing to be, from 1 (the interface's limit, or scarcer) towards 0 (no limit): waits between reads
 * shrink by it. On a fast clock of `rate` a call must last for more business time.
 */
export const backOffFactor = (
  { limit, windowMs }: Pick<RateLimitSnapshot, 'limit' | 'windowMs'>,
  rate: number,
): number => Math.min(1, (windowMs / limit / tuning.usualCallMs) * rate);

/** Distance between reads that use up the spare calls, in real milliseconds; infinite without spare calls. */
export function readSpacingMs({ spare, windowMs, endsInMs }: ReadAllowance): number {
  return spare < 1 ? Infinity : Math.min(endsInMs / spare, windowMs * tuning.longestSpacing);
}

/**
 * Milliseconds until a window spares a read for speed, 0 when it does now: after the read, a burst of most of
 * the window's calls must still fit, and the expected urgent work beside that burst.
 */
export function forSpeedInMs({ limit, windowMs, remaining, reserve, endsInMs }: RateLimitSnapshot): number {
  const forBurst = limit * tuning.leftForBurst;
  const isSpared = limit === Infinity || (remaining - 1 >= forBurst && reserve <= limit - forBurst);
  return isSpared ? 0 : Math.min(endsInMs, windowMs * tuning.nothingSpared);
}

/** A token bucket of the reads that may be made now. */
interface Bucket {
  tokens: number;
  filledAtMs: number;
  readAtMs: number;
}

/** Spreads reads over the calls that the rate limiter can spare, so that none uses up calls needed later. */
export class ReadLimiter {
  private readonly buckets: Record<ReadKind, Bucket>;

  constructor(
    private readonly limiter: RateLimiter | undefined,
    private readonly rate: number,
    private readonly now: () => number,
  ) {
    const bucket = () => ({ tokens: Infinity, filledAtMs: now(), readAtMs: -Infinity });
    this.buckets = { money: bucket(), rest: bucket() };
  }

  get backOffFactor(): number {
    return this.limiter ? backOffFactor(this.limiter.snapshot(), this.rate) : 1;
  }

  /** Whether calls are so cheap that no read has to wait for one. */
  get isUnlimited(): boolean {
    return this.backOffFactor < tuning.unlimitedBelow;
  }

  /** Milliseconds until the limiter lets any read through; 0 when it would now. */
  get roomInMs(): number {
    return this.limiter?.waitMs('routine') ?? 0;
  }

  /** Milliseconds until a read of this kind is spared; 0 when it may be made now. */
  tokenInMs(kind: ReadKind, otherIsWanted: boolean): number {
    const allowance = this.allowance();
    if (!allowance) return 0;
    const { windowMs, endsInMs, spare } = allowance;
    const { tokens } = this.filled(kind, otherIsWanted, allowance);
    if (spare >= 1 && tokens >= 1) return 0;
    const waitMs =
      spare >= 1
        ? (1 - tokens) * this.spacingMs(kind, otherIsWanted, allowance)
        : Math.min(endsInMs, windowMs * tuning.nothingSpared);
    return Math.max(1, Math.min(waitMs, windowMs));
  }

  /** Milliseconds until all windows spare a read that only ends a poll sooner; 0 when it may be made now. */
  get forSpeedInMs(): number {
    const waitsMs = this.limiter?.snapshots().map((policy) => forSpeedInMs(policy)) ?? [Infinity];
    return Math.max(...waitsMs);
  }

  /** Milliseconds until `reads` reads of this kind are ready, at most a window. */
  readsInMs(kind: ReadKind, reads: number): number {
    const allowance = this.allowance();
    if (!allowance) return 0;
    const { windowMs, limit, spare } = allowance;
    const spacingMs = spare >= 1 ? this.spacingMs(kind, true, allowance) : windowMs / limit;
    return Math.min(windowMs, reads * spacingMs);
  }

  take(kind: ReadKind): void {
    const bucket = this.buckets[kind];
    bucket.tokens -= 1;
    bucket.readAtMs = this.now();
  }

  /** Adds the tokens for the time that has passed. */
  private filled(kind: ReadKind, otherIsWanted: boolean, allowance: ReadAllowance): Bucket {
    const bucket = this.buckets[kind];
    const passedMs = this.now() - bucket.filledAtMs;
    const plannedMs = this.spacingMs(kind, otherIsWanted, allowance);
    const spacingMs = Math.min(plannedMs, allowance.windowMs * tuning.unsparedSpacing);
    const most = Math.max(tuning.leastTokens, allowance.spare * tuning.tokensOfSpare[kind]);
    bucket.tokens = Math.min(most, bucket.tokens + passedMs / spacingMs);
    bucket.filledAtMs = this.now();
    return bucket;
  }

  private spacingMs(kind: ReadKind, otherIsWanted: boolean, allowance: ReadAllowance): number {
    const wholeMs = readSpacingMs(allowance);
    const sinceOtherMs = this.now() - this.buckets[OTHER[kind]].readAtMs;
    const isShared = otherIsWanted || sinceOtherMs < allowance.windowMs * tuning.wantedWithin;
    return isShared ? wholeMs / tuning.share[kind] : wholeMs;
  }

  private allowance(): ReadAllowance | undefined {
    if (!this.limiter) return undefined;
    const { limit, windowMs, remaining, reserve, endsInMs } = this.limiter.snapshot();
    if (limit === Infinity) return undefined;
    // The reserve is a guess: reads stay away from it by about as much as it varies.
    const spared = remaining - reserve - Math.sqrt(reserve);
    return { limit, windowMs, endsInMs, spare: Math.max(spared, this.limiter.roomFor('routine')) };
  }
}
