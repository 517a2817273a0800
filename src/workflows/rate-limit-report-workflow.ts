import type { RateLimitReport } from '../domain/wire/rate-limit-report';
import { reporting } from './activity-proxies';

/** Asks the worker that calls the bank where its rate limiter stands. */
export const budgetReportWorkflow = (): Promise<RateLimitReport> => reporting.reportRateLimit();
