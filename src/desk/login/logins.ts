import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

/** A secret that a browser holds; the database holds its digest alone. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A login under way may take so long. */
const WITHIN_MINUTES = 10;

/** What the provider's answer is checked against. */
export interface LoginUnderWay {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** A path of the desk. */
  readonly returnTo: string;
  /** Of the command that it is for; missing where it begins a session alone. */
  readonly requestId?: string | undefined;
}

type Row = Omit<LoginUnderWay, 'requestId'> & { readonly requestId: string | null };

/** Logins under way, in the database: the browser may come back to another desk. */
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

  /** Takes a login up, once. */
  async take(token: string): Promise<LoginUnderWay | undefined> {
    const { rows } = await this.pool.query<Row>(
      `DELETE FROM desk_login WHERE digest = $1 AND created_at > now() - interval '${WITHIN_MINUTES} minutes'
       RETURNING state, nonce, verifier, return_to AS "returnTo", request_id AS "requestId"`,
      [digestOf(token)],
    );
    return rows[0] && { ...rows[0], requestId: rows[0].requestId ?? undefined };
  }
}

/** One slash, and nothing that a browser reads as another server. */
const PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/** A path of the desk to come back to; its first page for anything that could lead elsewhere. */
export function pathOfDesk(given: string | undefined, deskUrl: string): string {
  if (given === undefined || !PATH.test(given) || !URL.canParse(given, deskUrl)) return '/';
  const { origin, pathname, search, hash } = new URL(given, deskUrl);
  const isPage = origin === deskUrl && PATH.test(pathname) && !pathname.startsWith('/api/');
  return isPage ? `${pathname}${search}${hash}` : '/';
}
