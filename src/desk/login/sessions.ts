import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { JsonSeal } from '../../secrets/cipher';
import { endSessions, isRunning, SESSION_HOURS, SESSION_IDLE_MS } from '../../records/desk-sessions';
import { digestOf, newToken } from './logins';
import { sealedPerson } from './people';
import { ProviderUnreachableError, type PersonCheck } from './provider';
import type { Person } from './roles';

/** Interval at which the desk asks the provider again about the person of a session. */
const CHECK_EVERY_MS = 5 * 60_000;
/** Longest time without its answer; after it, the session is unusable until the provider answers. */
const CHECK_WITHIN_MS = 15 * 60_000;

export interface Session extends Person {
  readonly endsAt: Date;
}

/** The sealed content of a row, which is bound to its subject. */
const sealedSession = sealedPerson.extend({
  loggedInAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  idToken: z.string().optional(),
  tokens: z
    .object({ access: z.string(), refresh: z.string().optional(), sub: z.string().optional() })
    .optional(),
  checkedAt: z.coerce.date(),
});

type SealedPerson = z.output<typeof sealedSession>;

type OpenedSession = Session & SealedPerson;

interface Row {
  readonly digest: string;
  readonly codec_digest: string;
  readonly subject: string;
  readonly sealed: string;
}

/**
 * The part of an address by which Temporal's Web UI, which cannot send the session's token, names a session.
 * It gives access to nothing else, and the token cannot be derived from it.
 */
export const codecPassOf = (token: string): string =>
  createHmac('sha256', token).update('codec').digest('base64url');

const COLUMNS = 'digest, codec_digest, subject, sealed';

/** The place that a row is sealed for: the tokens that open it, and its person. */
export const placeOfSession = (row: Pick<Row, 'digest' | 'codec_digest' | 'subject'>): string =>
  JSON.stringify(['session', row.digest, row.codec_digest, row.subject]);

/**
 * The sessions of people at the desk, in the database, so that every desk knows them and can end them. The
 * database is only trusted to store them: a row that no desk has sealed is no session.
 */
export class Sessions {
  private readonly running: string;

  constructor(
    private readonly pool: Pool,
    private readonly seal: JsonSeal,
    private readonly check?: PersonCheck,
    idleMs = SESSION_IDLE_MS,
  ) {
    this.running = isRunning(idleMs);
  }

  /**
   * Begins a session under a new token, unknown before the login. It stores the login's ID token, by which
   * the provider learns of its end, and the tokens for asking the provider again about the person.
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
        this.seal.seal(placeOfSession(ids), { ...person, endsAt, idToken, tokens, checkedAt: new Date() }),
      ],
    );
    return token;
  }

  /** The session of a token, prolonged by this use; `undefined` if it has ended. */
  use = (token: string): Promise<Session | undefined> =>
    this.find(
      `UPDATE desk_session SET used_at = now() WHERE digest = $1 AND ${this.running} RETURNING ${COLUMNS}`,
      token,
    );

  /** The session of a token, not prolonged: a page that is only open does not prolong its session. */
  look = (token: string): Promise<Session | undefined> =>
    this.find(`SELECT ${COLUMNS} FROM desk_session WHERE digest = $1 AND ${this.running}`, token);

  /** The session for which the Web UI asks, not prolonged either. */
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

  /** Updates a session's roles by the provider, one request at a time. @throws ProviderUnreachableError */
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

  private async asTold(row: Row, opened: OpenedSession, known: Awaited<ReturnType<PersonCheck>>) {
    if (!known) {
      await this.pool.query('DELETE FROM desk_session WHERE digest = $1', [row.digest]);
      return undefined;
    }
    const { subject: _bound, ...before } = opened;
    const told = { ...before, ...known.person, tokens: known.tokens, checkedAt: new Date() };
    await this.pool.query('UPDATE desk_session SET sealed = $2 WHERE digest = $1', [
      row.digest,
      this.seal.seal(placeOfSession(row), told),
    ]);
    return { ...opened, ...told };
  }

  private opened(row: Row): OpenedSession | undefined {
    const { data } = sealedSession.safeParse(this.seal.open(placeOfSession(row), row.sealed));
    return data && data.endsAt.getTime() > Date.now() ? { subject: row.subject, ...data } : undefined;
  }
}
