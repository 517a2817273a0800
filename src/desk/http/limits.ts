import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hash } from '../../authority/digest';

/** Requests per minute of one person, or of one address without a login. */
const REQUESTS_PER_MINUTE = 1_200;
/** Logins remembered; a forgotten login counts by its address until it is found genuine again. */
const REMEMBERED_MAX = 10_000;

/** The sessions and tokens that were genuine when last used, with their subjects. */
export class GenuineLogins {
  private readonly subjects = new Map<string, string>();

  /** Notes the subject of a session or token; `undefined` if it is not genuine. */
  note(login: string, subject: string | undefined): void {
    const digest = hash(login);
    this.subjects.delete(digest);
    if (subject === undefined) return;
    this.subjects.set(digest, subject);
    const [oldest] = this.subjects.keys();
    if (oldest !== undefined && this.subjects.size > REMEMBERED_MAX) this.subjects.delete(oldest);
  }

  /** The subject of a login; `undefined` if it is not known to be genuine. */
  subjectOf = (login: string | undefined): string | undefined =>
    login === undefined ? undefined : this.subjects.get(hash(login));
}

/**
 * Limits the requests of people by subject, since an office may share one address, and all others by address.
 * A login that was not found genuine does not count as one: made-up logins share their address's limit.
 */
export async function addLimits(
  app: FastifyInstance,
  keyOf: (request: FastifyRequest) => string | undefined,
): Promise<void> {
  await app.register(rateLimit, {
    ...{ max: REQUESTS_PER_MINUTE, timeWindow: '1 minute' },
    keyGenerator(request) {
      const subject = keyOf(request);
      return subject === undefined ? request.ip : `person ${subject}`;
    },
  });
}
