import { hostname } from 'node:os';
import type { RateLimitReport } from '../domain/wire/rate-limit-report';
import type { RateLimiter } from '../rate-limit/rate-limiter';

/** Where the rate limiter of this process stands. Calls nothing. */
export interface RateLimitReports {
  reportRateLimit(): Promise<RateLimitReport>;
}

export const createRateLimitReports = (limiter: RateLimiter): RateLimitReports => ({
  reportRateLimit() {
    const worker = `${process.pid}@${hostname()}`;
    return Promise.resolve({ worker, policies: limiter.snapshots(), calls: limiter.usage() });
  },
});
