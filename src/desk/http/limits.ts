import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Requests in a minute of one login, and of one address without a login. */
const REQUESTS_PER_MINUTE = 1_200;
/** Logins remembered; a forgotten login counts by its address until it is found genuine again. */
const REMEMBERED_MAX = 10_000;

/** The sessions and tokens that were found genuine when they were last used. */
export class GenuineLogins {
  private readonly digests = new Set<string>();

  /** Notes what became of a session or token. */
  note(login: string, isGenuine: boolean): void {
    const digest = digestOf(login);
    this.digests.delete(digest);
    if (!isGenuine) return;
    this.digests.add(digest);
    const [oldest] = this.digests;
    if (oldest !== undefined && this.digests.size > REMEMBERED_MAX) this.digests.delete(oldest);
  }

  /** What stands for a login among all; nothing where it is not known to be genuine. */
  keyOf(login: string | undefined): string | undefined {
    if (login === undefined) return undefined;
    const digest = digestOf(login);
    return this.digests.has(digest) ? digest : undefined;
  }
}

const digestOf = (login: string) => createHash('sha256').update(login).digest('base64url');

/**
 * Limits requests: those of people by their login, since an office may share one address, and all others by address.
 * What has not been found genuine is no login: made-up ones share what their address may.
 */
export async function addLimits(
  app: FastifyInstance,
  keyOf: (request: FastifyRequest) => string | undefined,
): Promise<void> {
  const limits = { max: REQUESTS_PER_MINUTE, timeWindow: '1 minute' };
  const isLoggedIn = (request: FastifyRequest) => keyOf(request) !== undefined;
  await app.register(rateLimit, { ...limits, allowList: isLoggedIn });
  await app.register(rateLimit, {
    ...limits,
    keyGenerator: (request) => keyOf(request) ?? '',
    allowList: (request) => !isLoggedIn(request),
  });
}
