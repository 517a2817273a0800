/** A reply's headers by lower-case name, as Node has them; those of `fetch` by `Object.fromEntries(reply.headers)`. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A reply's statement about one policy. Missing, malformed and out-of-range values are left out; times are in milliseconds. */
export interface PolicyNotice {
  readonly name?: string;
  readonly limit?: number;
  readonly windowMs?: number;
  readonly remaining?: number;
  readonly resetMs?: number;
}

/** A reply's statement about the rate limit: a notice for each policy it names, usually one. */
export interface RateLimitNotice {
  readonly policies: readonly PolicyNotice[];
  readonly retryAfterMs?: number;
}

/**
 * Reads the rate-limit headers: the separate ones of early drafts (`RateLimit-Policy: 100;w=900`), the
 * merged ones of later drafts (`RateLimit: limit=100, remaining=5, reset=30` and `"burst";r=5;t=30, "daily";r=800`),
 * with one policy or several, each also with the prefix `X-`, and `Retry-After` in seconds or as a date.
 */
export function readRateLimitHeaders(headers: ReplyHeaders): RateLimitNotice {
  const text = (name: string) => String(headers[name] ?? headers[`x-${name}`] ?? '');
  const retryAfterMs = seconds(whole(text('retry-after'))) ?? untilDate(text('retry-after'), text('date'));
  const policies = items(text('ratelimit-policy')).map(policyIn).filter(isSomething);
  const remains = remainsIn(text).filter(isSomething);
  return { policies: joined(policies, remains), ...present({ retryAfterMs }) };
}

/** Reads the remaining calls from whichever headers carry them. */
function remainsIn(text: (name: string) => string): PolicyNotice[] {
  const merged = text('ratelimit');
  const listed = items(merged).filter((item) => field(item, 'r') !== undefined);
  if (listed.length > 0) return listed.map(listedRemains);
  const said = {
    limit: whole(items(text('ratelimit-limit'))[0] ?? '') ?? field(merged, 'limit'),
    remaining: whole(text('ratelimit-remaining')) ?? field(merged, 'remaining'),
    resetMs: seconds(whole(text('ratelimit-reset')) ?? field(merged, 'reset')),
  };
  return [present(said)];
}

const listedRemains = (item: string): PolicyNotice =>
  present({ name: nameIn(item), remaining: field(item, 'r'), resetMs: seconds(field(item, 't')) });

/** `100;w=900` and `"burst";q=100;w=60`. */
function policyIn(item: string): PolicyNotice {
  const limit = whole(item.split(';')[0] ?? '') ?? field(item, 'q');
  return present({ name: nameIn(item), limit, windowMs: seconds(field(item, 'w')) });
}

/** Joins each policy with its remainder. A remainder without a policy stands alone. */
function joined(policies: readonly PolicyNotice[], remains: readonly PolicyNotice[]): PolicyNotice[] {
  const all = [...policies];
  for (const remainder of remains) {
    const index = all.findIndex((policy) => speaksOf(remainder, policy, policies.length));
    if (index < 0) all.push(remainder);
    else all[index] = { ...all[index], ...remainder };
  }
  return all;
}

/** Matches by name, or by limit when the remainder has no name; a single policy matches anything. */
function speaksOf(remains: PolicyNotice, policy: PolicyNotice, policies: number): boolean {
  if (remains.name !== undefined) return remains.name === policy.name || policies === 1;
  return policies === 1 || remains.limit === policy.limit;
}

const items = (list: string) => list.split(',').map((item) => item.trim());

const nameIn = (item: string) =>
  /^"([^"]{1,60})"|^([a-z*][\w-]{0,59})(?=;)/i.exec(item)?.slice(1).find(Boolean);

const whole = (text: string): number | undefined => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined);

/** The whole number after `name=` in a header of several fields. */
const field = (text: string, name: string): number | undefined =>
  whole(new RegExp(`(?:^|[,;\\s])${name}=(\\d+)(?=$|[,;\\s])`).exec(text)?.[1] ?? '');

const seconds = (count: number | undefined) => (count === undefined ? undefined : count * 1000);

/** Measures a date by the server's own clock in the same reply, since ours may differ. */
function untilDate(later: string, now: string): number | undefined {
  const distance = Date.parse(later) - Date.parse(now);
  return distance >= 0 ? distance : undefined;
}

const isSomething = ({ limit, remaining, resetMs }: PolicyNotice) =>
  limit !== undefined || remaining !== undefined || resetMs !== undefined;

type Known<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

const present = <T extends object>(notice: T) =>
  Object.fromEntries(Object.entries(notice).filter(([, value]) => value !== undefined)) as Partial<Known<T>>;
