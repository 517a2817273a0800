import { DatabaseError, Pool, type PoolClient } from 'pg';

/** The records' database did not answer, or refused us. The message never holds the address or a password. */
export class UnreachableRecordsError extends Error {
  override readonly name = 'UnreachableRecordsError';
  readonly kind = 'unreachable';

  constructor(error: unknown) {
    const why = reasonOf(error);
    const todo = /^\w*(CERT|SIGNATURE)/.test(why) ? CERTIFICATE : 'Look at it and at DATABASE_URL.';
    super(`The database of the records cannot be reached (${why}). ${todo}`);
  }
}

const CERTIFICATE =
  'Its certificate is not accepted: DATABASE_URL must name the host as the certificate does, and an authority of your own by sslrootcert=FILE.';

/** Awaits the first answer of the database; a file that its URL names may be missing. @throws UnreachableRecordsError */
export async function firstAnswer<R>(ask: () => Promise<R>): Promise<R> {
  try {
    return await ask();
  } catch (error) {
    throw new UnreachableRecordsError(error);
  }
}

const CONNECT_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;
const CONNECTIONS_MAX = 10;

/** Connections to the database, opened on demand. Whoever opens the pool ends it. */
export function connectRecords(
  url: string,
  answerWithinMs = ANSWER_WITHIN_MS,
  connectWithinMs = CONNECT_WITHIN_MS,
): Pool {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    statement_timeout: answerWithinMs,
    // A process that is stopped in a transaction must not keep the others from its locks.
    idle_in_transaction_session_timeout: answerWithinMs,
    application_name: 'orchestrator',
  });
  // The pool replaces a connection that breaks while idle, when it needs one.
  pool.on('error', () => undefined);
  return pool;
}

/** Runs queries in one transaction, and rolls it back when one fails. @throws UnreachableRecordsError */
export async function inTransaction<R>(pool: Pool, use: (client: PoolClient) => Promise<R>): Promise<R> {
  const client = await connected(pool);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await use(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: unknown) => (broken = lost as Error));
    throw error;
  } finally {
    client.release(broken);
  }
}

async function connected(pool: Pool): Promise<PoolClient> {
  const client = await firstAnswer(() => pool.connect());
  // Without a listener, a connection that the server ends between two queries would end this process.
  if (client.listenerCount('error') === 0) client.on('error', () => undefined);
  return client;
}

/** Adds a row to a table, by its columns. */
export async function insertRow<C extends string>(
  client: PoolClient,
  table: string,
  columns: readonly C[],
  row: Readonly<Record<C, unknown>>,
): Promise<void> {
  const places = columns.map((_, place) => `$${place + 1}`).join(', ');
  const values = columns.map((column) => row[column]);
  await client.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, values);
}

/** Whether the connected role has one of these rights on a table. */
export async function hasRight(client: Pick<PoolClient, 'query'>, table: string, rights: string) {
  const { rows } = await client.query<{ may: boolean }>('SELECT has_table_privilege($1, $2) AS may', [
    table,
    rights,
  ]);
  return rows[0]?.may === true;
}

/** Whether the connected role lacked the right to a query. */
export const isNotPermitted = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '42501';

/** A code such as ECONNREFUSED, or PostgreSQL's reason: neither holds a secret. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = String(message);
  return typeof code !== 'string' || text.includes(code) ? text : `${code}: ${text}`;
}

/** Node's codes for socket errors. */
const SOCKET_CODE = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/;
/** PostgreSQL's codes: broken connection, none left, shutting down or starting up, timeout. */
const SERVER_CODE = /^(08...|53300|57P0[1235]|57014|25P03)$/;
/** Errors to which the driver gives no code. */
const DRIVER_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (was closed|has encountered))/;

/** Whether a query failed because the database did not answer, and not through its own fault. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof UnreachableRecordsError) return true;
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return typeof code === 'string'
    ? SOCKET_CODE.test(code) || SERVER_CODE.test(code)
    : DRIVER_MESSAGE.test(String(message));
}
