import { hostname } from 'node:os';
import type { OperationUsage, RateLimiter, RateLimitSnapshot } from 'fixed-window-limiter';
import type { PayoutPolicy } from '../domain/payout/policy';
import type { PayingAccount, PayingTerms } from '../domain/payout/terms';

/** The bank's rate limit as seen by the worker that calls the bank. */
export interface RateLimitReport {
  readonly worker: string;
  readonly policies: readonly RateLimitSnapshot[];
  /** The calls of that worker in the current window. */
  readonly calls: readonly OperationUsage[];
}

export const createRateLimitReports = (limiter: RateLimiter) => ({
  /** The state of this process's rate limiter. Calls nothing. */
  reportRateLimit(): Promise<RateLimitReport> {
    const worker = `${process.pid}@${hostname()}`;
    return Promise.resolve({ worker, policies: limiter.snapshots(), calls: limiter.usage() });
  },
});

export type PayingTermsReports = ReturnType<typeof createPayingTerms>;

export const createPayingTerms = (
  accounts: readonly PayingAccount[],
  { approvals }: Pick<PayoutPolicy, 'approvals'>,
) => ({
  /** The accounts of this worker's settings, and the approvals of its policy. Calls nothing. */
  reportPayingTerms: (): Promise<PayingTerms> => Promise.resolve({ accounts, approvals }),
});
