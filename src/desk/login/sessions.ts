import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { JsonSeal } from '../../secrets/json-seal';
import { endSessions, isRunning, SESSION_HOURS, SESSION_IDLE_MS } from '../../records/desk-sessions';
import { deskRole } from '../contract/fields';
import { digestOf, newToken } from './logins';
import { ProviderUnreachableError, type KnownAgain, type PersonCheck } from './provider';
import type { Person } from './roles';

/** So often the provider is asked again who the person of a session is. */
const CHECK_EVERY_MS = 5 * 60_000;
/** Where it has not answered for so long, the session is of no use until it does. */
const CHECK_WITHIN_MS = 15 * 60_000;

/** A session as it is now. */
export interface Session extends Person {
  readonly endsAt: Date;
  readonly idleEndsAt: Date;
}

/** All that a row says of a person but the subject, to which it is bound. */
const sealedPerson = z.object({
  name: z.string(),
  roles: z.array(deskRole).readonly(),
  branch: z.string().optional(),
  loggedInAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  idToken: z.string().optional(),
  tokens: z.object({ access: z.string(), refresh: z.string().optional() }).optional(),
  checkedAt: z.coerce.date(),
});

type SealedPerson = z.output<typeof sealedPerson>;

type OpenedSession = Session & SealedPerson;

interface Row {
  readonly digest: string;
  readonly codec_digest: string;
  readonly subject: string;
  readonly sealed: string;
  readonly used_at: Date;
}

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
    private readonly check?: PersonCheck,
    private readonly idleMs = SESSION_IDLE_MS,
  ) {
    this.running = isRunning(idleMs);
  }

  /**
   * Begins a session under a fresh token, which nothing before the login has seen. The ID token of the login stays with it, so
   * that the provider can be told of its end, and the tokens by which it tells again who the person is.
   */
  async begin(
    { subject, ...person }: Person,
    { idToken, tokens }: Pick<SealedPerson, 'idToken' | 'tokens'> = {},
  ): Promise<string> {
    const token = newToken();
    const ids = { digest: digestOf(token), codec_digest: digestOf(codecPassOf(token)), subject };
    const endsAt = new Date(Date.now() + SESSION_HOURS * 3_600_000);
    await this.pool.query(`DELETE FROM desk_session WHERE NOT (${this.running})`);
    await this.pool.query(
      'INSERT INTO desk_session (digest, codec_digest, subject, sealed) VALUES ($1, $2, $3, $4)',
      [
        ...[ids.digest, ids.codec_digest, subject],
        this.seal.seal(placeOf(ids), { ...person, endsAt, idToken, tokens, checkedAt: new Date() }),
      ],
    );
    return token;
  }

  /** The session of a token, which its person uses now; `undefined` if it has ended. */
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
  endAllOf = (subject: string): Promise<number> => endSessions(this.pool, subject);

  private async find(sql: string, token: string): Promise<Session | undefined> {
    const { rows } = await this.pool.query<Row>(sql, [digestOf(token)]);
    const [row] = rows;
    const opened = row && this.opened(row);
    const found = opened && (await this.checked(row, opened));
    if (!found) return undefined;
    const { idToken: _idToken, tokens: _tokens, checkedAt: _checkedAt, ...session } = found;
    return session;
  }

  /** The session by the roles that the provider tells; one request at a time asks. @throws ProviderUnreachableError */
  private async checked(row: Row, opened: OpenedSession): Promise<OpenedSession | undefined> {
    const { tokens, checkedAt } = opened;
    const ageMs = Date.now() - checkedAt.getTime();
    if (!this.check || !tokens || ageMs < CHECK_EVERY_MS) return opened;
    const { rowCount } = await this.pool.query(
      `UPDATE desk_session SET check_begun_at = now() WHERE digest = $1 AND sealed = $2
       AND (check_begun_at IS NULL OR check_begun_at < now() - interval '1 minute')`,
      [row.digest, row.sealed],
    );
    try {
      if (rowCount === 0) throw new ProviderUnreachableError('It was asked within the last minute');
      return await this.asTold(row, opened, await this.check(tokens, row.subject));
    } catch (error) {
      if (ageMs >= CHECK_WITHIN_MS || !(error instanceof ProviderUnreachableError)) throw error;
      return opened;
    }
  }

  private async asTold(row: Row, opened: OpenedSession, known: KnownAgain | undefined) {
    if (!known) {
      await this.pool.query('DELETE FROM desk_session WHERE digest = $1', [row.digest]);
      return undefined;
    }
    const { subject: _bound, idleEndsAt: _byUse, ...before } = opened;
    const told = { ...before, ...known.person, tokens: known.tokens, checkedAt: new Date() };
    await this.pool.query('UPDATE desk_session SET sealed = $2 WHERE digest = $1', [
      row.digest,
      this.seal.seal(placeOf(row), told),
    ]);
    return { ...opened, ...told };
  }

  private opened(row: Row): OpenedSession | undefined {
    const { data } = sealedPerson.safeParse(this.seal.open(placeOf(row), row.sealed));
    if (!data || data.endsAt.getTime() <= Date.now()) return undefined;
    const idleEndsAt = new Date(row.used_at.getTime() + this.idleMs);
    return { subject: row.subject, ...data, idleEndsAt };
  }
}
