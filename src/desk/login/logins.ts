import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** A new secret for a browser; the database holds only its digest. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Longest time that a login may take. */
const WITHIN_MINUTES = 10;

/** The values that the provider's answer is checked against. */
export interface LoginUnderWay {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** A path of the desk. */
  readonly returnTo: string;
  /** Id of the command that it is for; missing if it only begins a session. */
  readonly requestId?: string | undefined;
}

type Row = Omit<LoginUnderWay, 'requestId'> & { readonly requestId: string | null };

/** Logins under way, in the database, since the browser may come back to another desk. */
export class Logins {
  constructor(private readonly pool: Pool) {}

  async begin({ state, nonce, verifier, returnTo, requestId }: LoginUnderWay): Promise<string> {
    const token = newToken();
    await this.pool.query(
      `DELETE FROM desk_login WHERE created_at < now() - interval '${WITHIN_MINUTES} minutes'`,
    );
    await this.pool.query(
      'INSERT INTO desk_login (digest, state, nonce, verifier, return_to, request_id) VALUES ($1, $2, $3, $4, $5, $6)',
      [digestOf(token), state, nonce, verifier, returnTo, requestId ?? null],
    );
    return token;
  }

  async take(token: string): Promise<LoginUnderWay | undefined> {
    const { rows } = await this.pool.query<Row>(
      `DELETE FROM desk_login WHERE digest = $1 AND created_at > now() - interval '${WITHIN_MINUTES} minutes'
       RETURNING state, nonce, verifier, return_to AS "returnTo", request_id AS "requestId"`,
      [digestOf(token)],
    );
    return rows[0] && { ...rows[0], requestId: rows[0].requestId ?? undefined };
  }
}

/** A path with one leading slash, which no browser reads as another server. */
const PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/** The desk's path to come back to; its first page if the given one could lead elsewhere. */
export function pathOfDesk(given: string | undefined, deskUrl: string): string {
  if (given === undefined || !PATH.test(given) || !URL.canParse(given, deskUrl)) return '/';
  const { origin, pathname, search, hash } = new URL(given, deskUrl);
  const isPage = origin === deskUrl && PATH.test(pathname) && !pathname.startsWith('/api/');
  return isPage ? `${pathname}${search}${hash}` : '/';
}
