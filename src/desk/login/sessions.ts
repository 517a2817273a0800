import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { DeskRole } from '../contract/fields';
import type { Person } from './roles';

/** Unused for so long, a session is over. */
const IDLE_MINUTES = 15;
/** And after so long in any case. */
const LASTS_HOURS = 8;

/** A session as it is now. */
export interface Session extends Person {
  readonly endsAt: Date;
  readonly idleEndsAt: Date;
}

interface Row {
  readonly subject: string;
  readonly name: string;
  readonly roles: DeskRole[];
  readonly branch: string | null;
  readonly logged_in_at: Date;
  readonly created_at: Date;
  readonly used_at: Date;
}

/** A secret that a browser holds; the database holds its digest alone. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * The part of an address by which Temporal's Web UI asks in the name of a session, whose token it cannot show. It opens
 * nothing else, and the token cannot be found from it.
 */
export const codecPassOf = (token: string): string =>
  createHmac('sha256', token).update('codec').digest('base64url');

const COLUMNS = 'subject, name, roles, branch, logged_in_at, created_at, used_at';

const RUNS = `used_at > now() - interval '${IDLE_MINUTES} minutes' AND created_at > now() - interval '${LASTS_HOURS} hours'`;

/** The sessions of people at the desk, in the database: any desk knows them, and each can be ended. */
export class Sessions {
  constructor(private readonly pool: Pool) {}

  /** Begins a session under a fresh token, which nothing before the login has seen. */
  async begin({ subject, name, roles, branch, loggedInAt }: Person): Promise<string> {
    const token = newToken();
    await this.pool.query(`DELETE FROM desk_session WHERE NOT (${RUNS})`);
    await this.pool.query(
      'INSERT INTO desk_session (digest, codec_digest, subject, name, roles, branch, logged_in_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [digestOf(token), digestOf(codecPassOf(token)), subject, name, roles, branch ?? null, loggedInAt],
    );
    return token;
  }

  /** The session of a token, which is used by that; nothing where it has ended. */
  async use(token: string): Promise<Session | undefined> {
    const { rows } = await this.pool.query<Row>(
      `UPDATE desk_session SET used_at = now() WHERE digest = $1 AND ${RUNS}
       RETURNING ${COLUMNS}`,
      [digestOf(token)],
    );
    return rows[0] && sessionOf(rows[0]);
  }

  /** The session for which the Web UI asks, without using it: a page that is only open does not prolong it. */
  async ofCodecPass(pass: string): Promise<Session | undefined> {
    const { rows } = await this.pool.query<Row>(
      `SELECT ${COLUMNS} FROM desk_session WHERE codec_digest = $1 AND ${RUNS}`,
      [digestOf(pass)],
    );
    return rows[0] && sessionOf(rows[0]);
  }

  /** Whether a session still runs, without using it: a page that is only open does not prolong it. */
  async runs(token: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(`SELECT FROM desk_session WHERE digest = $1 AND ${RUNS}`, [
      digestOf(token),
    ]);
    return rowCount === 1;
  }

  async end(token: string): Promise<void> {
    await this.pool.query('DELETE FROM desk_session WHERE digest = $1', [digestOf(token)]);
  }

  /** Ends all sessions of a person. */
  async endAllOf(subject: string): Promise<void> {
    await this.pool.query('DELETE FROM desk_session WHERE subject = $1', [subject]);
  }
}

const sessionOf = ({ subject, name, roles, branch, logged_in_at, created_at, used_at }: Row): Session => ({
  ...{ subject, name, roles },
  branch: branch ?? undefined,
  loggedInAt: logged_in_at,
  endsAt: new Date(created_at.getTime() + LASTS_HOURS * 3_600_000),
  idleEndsAt: new Date(used_at.getTime() + IDLE_MINUTES * 60_000),
});
