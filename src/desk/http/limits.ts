import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Requests in a minute of one person, and of one address without a login. */
const REQUESTS_PER_MINUTE = 1_200;
/** Logins remembered; a forgotten login counts by its address until it is found genuine again. */
const REMEMBERED_MAX = 10_000;

/** The sessions and tokens that were found genuine when they were last used, and whose they are. */
export class GenuineLogins {
  private readonly subjects = new Map<string, string>();

  /** Notes whose a session or token is; nobody's where it is not genuine. */
  note(login: string, subject: string | undefined): void {
    const digest = digestOf(login);
    this.subjects.delete(digest);
    if (subject === undefined) return;
    this.subjects.set(digest, subject);
    const [oldest] = this.subjects.keys();
    if (oldest !== undefined && this.subjects.size > REMEMBERED_MAX) this.subjects.delete(oldest);
  }

  /** Whose it is; `undefined` where it is not known to be genuine. */
  subjectOf = (login: string | undefined): string | undefined =>
    login === undefined ? undefined : this.subjects.get(digestOf(login));
}

const digestOf = (login: string) => createHash('sha256').update(login).digest('base64url');

/**
 * Limits requests: those of people by who they are, since an office may share one address, and all others by address.
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
