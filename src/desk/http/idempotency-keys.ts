import type { Pool } from 'pg';
import { canonical, hash } from '../../authority/digest';
import { RequestError } from '../../cases/request-error';
import type { JsonSeal } from '../../secrets/cipher';
import { PROBLEMS } from '../contract/problem';
import { ProblemError } from './problems';

/** Days for which a key is bound to its first request. */
const KEPT_DAYS = 7;

/** A write as its sender sent it. */
export interface Given {
  readonly subject: string;
  /** The sender's own id of it, from the header `Idempotency-Key`. */
  readonly requestId: string;
  /** Method and address. */
  readonly what: string;
  readonly body: unknown;
}

/** The request that a key is bound to; `reply` once the request has taken effect. */
interface Kept {
  readonly what: string;
  /** Digest of the body. Sealed with the rest, since people's numbers could be guessed from it. */
  readonly digest: string;
  readonly at: string;
  readonly reply?: object;
}

/** The writes by their idempotency keys, in the database, since a repeat may reach another desk. */
export class IdempotencyKeys {
  /** Requests under way, by key: a repeat waits for the first one's answer. */
  private readonly underWay = new Map<string, Promise<object>>();

  constructor(
    private readonly pool: Pool,
    private readonly seal: JsonSeal,
  ) {}

  /** Performs a request once, and repeats its answer. @throws ProblemError if the key is another request's */
  async once(given: Given, act: () => Promise<object>): Promise<object> {
    const place = placeOf(given);
    const before = this.underWay.get(place);
    const turn = (before?.catch(() => undefined) ?? Promise.resolve()).then(() => this.answer(given, act));
    this.underWay.set(place, turn);
    try {
      return await turn;
    } finally {
      if (this.underWay.get(place) === turn) this.underWay.delete(place);
    }
  }

  private async answer(given: Given, act: () => Promise<object>): Promise<object> {
    const own = { what: given.what, digest: digestOf(given.body), at: new Date().toISOString() };
    const before = await this.claim(given, own);
    if (before && (before.what !== own.what || before.digest !== own.digest))
      throw new ProblemError(
        'invalid',
        `This Idempotency-Key stands for another request already: ${before.what}, at ${before.at}; the case shows whether that one took effect. Nothing was done now: give each request a key of its own.`,
      );
    if (before?.reply) return asRepeat(before.reply);
    try {
      const reply = await act();
      if (isWhole(reply)) await this.write(given, { ...own, at: before?.at ?? own.at, reply });
      return reply;
    } catch (error) {
      if (hadNoEffect(error)) await this.release(given);
      throw error;
    }
  }

  /** Binds the key to this request. @returns the request that it is already bound to, if any */
  private async claim(given: Given, own: Kept): Promise<Kept | undefined> {
    await this.pool.query(`DELETE FROM desk_request WHERE created_at < now() - interval '${KEPT_DAYS} days'`);
    const { rowCount } = await this.pool.query(
      `INSERT INTO desk_request (subject, request_id, sealed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [given.subject, given.requestId, this.sealed(given, own)],
    );
    if (rowCount === 1) return undefined;
    const { rows } = await this.pool.query<{ sealed: string }>(
      'SELECT sealed FROM desk_request WHERE subject = $1 AND request_id = $2',
      [given.subject, given.requestId],
    );
    // A refused request has released the key meanwhile.
    if (!rows[0]) return undefined;
    const kept = this.seal.open(placeOf(given), rows[0].sealed);
    if (kept) return kept as Kept;
    throw new ProblemError('refused', 'Nothing was done: what this Idempotency-Key stands for was changed.');
  }

  private async write(given: Given, kept: Kept): Promise<void> {
    await this.pool.query(
      `INSERT INTO desk_request (subject, request_id, sealed) VALUES ($1, $2, $3)
       ON CONFLICT (subject, request_id) DO UPDATE SET sealed = $3`,
      [given.subject, given.requestId, this.sealed(given, kept)],
    );
  }

  private async release({ subject, requestId }: Given): Promise<void> {
    await this.pool.query('DELETE FROM desk_request WHERE subject = $1 AND request_id = $2', [
      subject,
      requestId,
    ]);
  }

  private sealed = (given: Given, kept: Kept): string => this.seal.seal(placeOf(given), kept);
}

const placeOf = ({ subject, requestId }: Given) => JSON.stringify(['request', subject, requestId]);

/** Leaves out the device's signature, which comes only with a repeat of the same request. */
function digestOf(body: unknown): string {
  const { passkey: _signature, ...rest } = Object(body) as Record<string, unknown>;
  return hash(canonical(rest));
}

/** Whether no case refused: a repeat of a command for many cases asks those that refused again. */
const isWhole = (reply: object): boolean =>
  !('results' in reply) || (reply.results as object[]).every((one) => !('refusal' in one));

const asRepeat = (reply: object): object => ({
  ...reply,
  repeated: true,
  ...('results' in reply && {
    results: (reply.results as { receipt: object }[]).map((one) => ({
      ...one,
      receipt: { ...one.receipt, repeated: true },
    })),
  }),
});

/** Whether a failed request had no effect; without an answer, or before its login, it may still have one. */
const hadNoEffect = (error: unknown): boolean =>
  error instanceof ProblemError
    ? PROBLEMS[error.problem].status < 500 && !['fresh-login', 'passkey'].includes(error.problem)
    : error instanceof RequestError && (error.kind === 'refused' || error.kind === 'usage');
