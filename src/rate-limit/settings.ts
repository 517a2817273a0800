import type { BreakerSettings } from './breaker';
import type { RateLimitPolicy } from './tuning';

/** What the limiter asks of the task queues, and tells them. */
export interface QueueObserver {
  urgentWaits(nowMs: number): boolean;
  /** There may be room again. */
  roomChanged(): void;
}

export interface RateLimiterSettings {
  /** What holds until replies say otherwise. */
  readonly policy?: RateLimitPolicy;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** In [0, 1), to spread callers that wait. */
  readonly random?: () => number;
  /** Called once, when a reply tells nothing of a rate limit: then this policy is kept to. */
  readonly onMissingHeaders?: (kept: RateLimitPolicy) => void;
  /** Called when so many windows in a row took one call alone. */
  readonly onStarved?: (windows: number) => void;
  readonly onOutage?: BreakerSettings['onOutage'];
  /** Whether this process may call the bank at this moment; left out, it always may. */
  readonly mayCall?: () => boolean;
}
