import type { IncomingHttpHeaders } from 'node:http';

/** What a reply says about the rate limit. What is missing, malformed or out of range is left out. */
export interface RateLimitNotice {
  readonly limit?: number;
  readonly windowMs?: number;
  readonly remaining?: number;
  readonly resetMs?: number;
  readonly retryAfterMs?: number;
}

/**
 * Reads the rate-limit headers: the separate ones of the interface's "Limits" (`RateLimit-Policy: 100;w=900`), the
 * merged ones of later drafts (`RateLimit: limit=100, remaining=5, reset=30` and `"default";r=5;t=30`), and
 * `Retry-After` in seconds or as a date.
 */
export function readRateLimitHeaders(headers: IncomingHttpHeaders): RateLimitNotice {
  const text = (name: string) => String(headers[name] ?? '');
  const merged = text('ratelimit');
  const policy = text('ratelimit-policy').split(',')[0] ?? '';
  return present({
    limit: whole(text('ratelimit-limit')) ?? field(merged, 'limit') ?? policyLimit(policy),
    windowMs: seconds(field(policy, 'w')),
    remaining: whole(text('ratelimit-remaining')) ?? field(merged, 'remaining') ?? field(merged, 'r'),
    resetMs: seconds(whole(text('ratelimit-reset')) ?? field(merged, 'reset') ?? field(merged, 't')),
    retryAfterMs: seconds(whole(text('retry-after'))) ?? untilDate(text('retry-after'), text('date')),
  });
}

const whole = (text: string): number | undefined => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined);

/** The whole number after `name=` in a header of several fields. */
const field = (text: string, name: string): number | undefined =>
  whole(new RegExp(`(?:^|[,;\\s])${name}=(\\d+)(?=$|[,;\\s])`).exec(text)?.[1] ?? '');

const policyLimit = (policy: string) => whole(policy.split(';')[0] ?? '') ?? field(policy, 'q');

const seconds = (count: number | undefined) => (count === undefined ? undefined : count * 1000);

/** A date is the server's; only the server's own clock, in the same reply, can tell how far away it is. */
function untilDate(later: string, now: string): number | undefined {
  const distance = Date.parse(later) - Date.parse(now);
  return distance >= 0 ? distance : undefined;
}

const present = (notice: { [Key in keyof RateLimitNotice]: number | undefined }): RateLimitNotice =>
  Object.fromEntries(Object.entries(notice).filter(([, value]) => value !== undefined));
