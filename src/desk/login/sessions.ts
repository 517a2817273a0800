import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { JsonSeal } from '../../secrets/json-seal';
import { deskRole } from '../contract/fields';
import type { Person } from './roles';

/** Unused for so long, a session is over. */
const IDLE_MS = 15 * 60_000;
/** And after so long in any case. */
const LASTS_HOURS = 8;

/** A session as it is now. */
export interface Session extends Person {
  readonly endsAt: Date;
  readonly idleEndsAt: Date;
}

/** All that a row says of a person but the subject, to which it is bound. */
const sealedPerson = z.object({
  name: z.string(),
  roles: z.array(deskRole),
  branch: z.string().optional(),
  loggedInAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  idToken: z.string().optional(),
});

interface Row {
  readonly digest: string;
  readonly codec_digest: string;
  readonly subject: string;
  readonly sealed: string;
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

const COLUMNS = 'digest, codec_digest, subject, sealed, used_at';

/** The place that a row is sealed for: the tokens that open it, and its person. */
const placeOf = ({ digest, codec_digest, subject }: Pick<Row, 'digest' | 'codec_digest' | 'subject'>) =>
  JSON.stringify(['session', digest, codec_digest, subject]);

/**
 * The sessions of people at the desk, in the database: any desk knows them, and each can be ended. The database is trusted
 * with keeping them alone: a row that no desk has sealed is no session.
 */
export class Sessions {
  private readonly running: string;

  constructor(
    private readonly pool: Pool,
    private readonly seal: JsonSeal,
    private readonly idleMs = IDLE_MS,
  ) {
    this.running = `used_at > now() - interval '${idleMs} milliseconds' AND created_at > now() - interval '${LASTS_HOURS} hours'`;
  }

  /**
   * Begins a session under a fresh token, which nothing before the login has seen. The ID token of the login stays with it, so
   * that the provider can be told of its end.
   */
  async begin({ subject, ...person }: Person, idToken?: string): Promise<string> {
    const token = newToken();
    const ids = { digest: digestOf(token), codec_digest: digestOf(codecPassOf(token)), subject };
    const endsAt = new Date(Date.now() + LASTS_HOURS * 3_600_000);
    await this.pool.query(`DELETE FROM desk_session WHERE NOT (${this.running})`);
    await this.pool.query(
      'INSERT INTO desk_session (digest, codec_digest, subject, sealed) VALUES ($1, $2, $3, $4)',
      [ids.digest, ids.codec_digest, subject, this.seal.seal(placeOf(ids), { ...person, endsAt, idToken })],
    );
    return token;
  }

  /** The session of a token, which its person uses now; nothing where it has ended. */
  use = (token: string): Promise<Session | undefined> =>
    this.find(
      `UPDATE desk_session SET used_at = now() WHERE digest = $1 AND ${this.running} RETURNING ${COLUMNS}`,
      token,
    );

  /** The same without using it: a page that is only open does not prolong its session. */
  look = (token: string): Promise<Session | undefined> =>
    this.find(`SELECT ${COLUMNS} FROM desk_session WHERE digest = $1 AND ${this.running}`, token);

  /** The session for which the Web UI asks, without using it either. */
  ofCodecPass = (pass: string): Promise<Session | undefined> =>
    this.find(`SELECT ${COLUMNS} FROM desk_session WHERE codec_digest = $1 AND ${this.running}`, pass);

  /** Ends a session. @returns the ID token that it began with */
  async end(token: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<Row>(
      `DELETE FROM desk_session WHERE digest = $1 RETURNING ${COLUMNS}`,
      [digestOf(token)],
    );
    return rows[0] && this.opened(rows[0])?.idToken;
  }

  /** Ends all sessions of a person. @returns how many there were */
  async endAllOf(subject: string): Promise<number> {
    const { rowCount } = await this.pool.query('DELETE FROM desk_session WHERE subject = $1', [subject]);
    return rowCount ?? 0;
  }

  private async find(sql: string, token: string): Promise<Session | undefined> {
    const { rows } = await this.pool.query<Row>(sql, [digestOf(token)]);
    const [row] = rows;
    if (!row) return undefined;
    const { idToken: _idToken, ...session } = this.opened(row) ?? {};
    return 'subject' in session ? session : undefined;
  }

  private opened(row: Row): (Session & { readonly idToken?: string | undefined }) | undefined {
    const { data } = sealedPerson.safeParse(this.seal.open(placeOf(row), row.sealed));
    if (!data || data.endsAt.getTime() <= Date.now()) return undefined;
    const idleEndsAt = new Date(row.used_at.getTime() + this.idleMs);
    return { subject: row.subject, ...data, idleEndsAt };
  }
}
