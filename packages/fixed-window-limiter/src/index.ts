/** Keeps a client within the fixed windows of a server that limits calls. See README.md. */
export { RateLimiter, type QueueObserver, type RateLimiterSettings } from './rate-limiter';
export type { Admission, CallOutcome, Outage, RateLimitSnapshot, Refused } from './admission';
export type { Breaker, BreakerSettings } from './circuit-breaker';
export type { RateLimitPolicy } from './fixed-window';
export { readRateLimitHeaders, type PolicyNotice, type RateLimitNotice, type ReplyHeaders } from './headers';
export type { Permit } from './policy-windows';
export type { Urgency } from './priority-reservation';
export type { OperationUsage } from './usage-counter';
