import { hostname } from 'node:os';
import type { RateLimiter, RateLimitSnapshot } from '../rate-limit/rate-limiter';
import type { OperationUsage } from '../rate-limit/usage-counter';

/** The bank's rate limit as the worker sees it that calls the bank. */
export interface RateLimitReport {
  readonly worker: string;
  readonly policies: readonly RateLimitSnapshot[];
  /** Of the current window, by that worker. */
  readonly calls: readonly OperationUsage[];
}

export type RateLimitReports = ReturnType<typeof createRateLimitReports>;

export const createRateLimitReports = (limiter: RateLimiter) => ({
  /** Where the rate limiter of this process stands. Calls nothing. */
  reportRateLimit(): Promise<RateLimitReport> {
    const worker = `${process.pid}@${hostname()}`;
    return Promise.resolve({ worker, policies: limiter.snapshots(), calls: limiter.usage() });
  },
});
