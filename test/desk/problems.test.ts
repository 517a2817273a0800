import { createServer, type AddressInfo, type Socket } from 'node:net';
import { ServiceError } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import fastify from 'fastify';
import type { Pool } from 'pg';
import { answerProblem, ProblemError } from '../../src/desk/http/problems';
import { EncryptionCodec, throwUnreadable } from '../../src/temporal/encryption/data-converters';
import type { KeyRing } from '../../src/temporal/encryption/key-ring-file';
import { ringOfOneKey } from '../support/encryption';
import { connectRecords, inTransaction } from '../../src/records/connection';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const SOON_MS = 500;
const PATIENCE_MS = 60_000;
const SLOW = 'SELECT pg_sleep(60)';

/** A route that asks a database, and what its desk reports to the operator. */
function desk(query: () => Promise<unknown>) {
  const reported: unknown[] = [];
  const app = fastify();
  app.setErrorHandler((error, request, reply) =>
    answerProblem(error, request, reply, (fault) => reported.push(fault)),
  );
  app.get('/', query);
  return { ask: () => app.inject('/'), reported };
}

/** Asks through a desk, which must say that its database does not answer, and accuse no one. */
async function expectUnavailable(query: () => Promise<unknown>): Promise<void> {
  const { ask, reported } = desk(query);
  const answer = await ask();
  expect(answer.json()).toMatchObject({
    ...{ type: '/problems/unavailable', status: 503, retry: true },
    detail: 'The database of the desk does not answer. Try again in a moment.',
  });
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(reported).toEqual([]);
}

/** What stands in the place of a database, and does this with each connection. */
async function instead(meet: (socket: Socket) => void, use: (pool: Pool) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    meet(socket);
  });
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  const { port } = server.address() as AddressInfo;
  const pool = connectRecords(`postgres://desk@127.0.0.1:${port}/desk`, SOON_MS, SOON_MS);
  await use(pool);
  for (const socket of sockets) socket.destroy();
  await new Promise((down) => server.close(down));
  await pool.end();
}

test('while a desk lacks the key of a payload, it says so, and tells the operator which', async () => {
  const codecOf = (keys: KeyRing) => new EncryptionCodec(keys, 'worker', throwUnreadable);
  const owner = { type: 'workflow', namespace: 'default', workflowId: 'loan:LN-1' } as const;
  const payloads = await codecOf(ringOfOneKey()).encode([defaultPayloadConverter.toPayload('x')], owner);
  const { ask, reported } = desk(() => codecOf(ringOfOneKey()).decode(payloads, owner));
  const answer = await ask();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    ...{ type: '/problems/unavailable', retry: true },
    detail: expect.stringContaining('does not have the newest encryption key yet') as string,
  });
  expect(reported).toMatchObject([{ message: expect.stringContaining('under the key') as string }]);
});

test.each([
  ['The command was given by another person than you.', true, '<h1>Nothing was sent</h1>'],
  ['You have no role at this desk.', false, '<h1>You are not logged in</h1>'],
])('the page after a login says on top what has become of it: %s', async (detail, isUnsent, title) => {
  const app = fastify();
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, () => undefined));
  app.get('/api/login/return', () => Promise.reject(new ProblemError('not-allowed', detail, { isUnsent })));
  const headers = { accept: 'text/html' };
  expect((await app.inject({ url: '/api/login/return', headers })).body).toContain(title);
});

test('while nothing listens where the database was, the desk says that it does not answer, and when to try again', async () => {
  const { port } = await new Promise<AddressInfo>((free) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address() as AddressInfo;
      server.close(() => free(address));
    });
  });
  const pool = connectRecords(`postgres://desk@127.0.0.1:${port}/desk`);
  await expectUnavailable(() => pool.query('SELECT 1'));
  await expectUnavailable(() => inTransaction(pool, (client) => client.query('SELECT 1')));
  await pool.end();
});

test('a database that hangs up, or is silent, does not answer', async () => {
  await instead(
    (socket) => socket.destroy(),
    (pool) => expectUnavailable(() => pool.query('SELECT 1')),
  );
  await instead(
    () => undefined,
    (pool) => expectUnavailable(() => pool.query('SELECT 1')),
  );
});

test('a database that ends a connection amid a query, or takes too long over it, does not answer', async () => {
  const pool = connectRecords(records.roles.url, PATIENCE_MS, PATIENCE_MS);
  await expectUnavailable(() =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const end = records.superuser.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      return Promise.all([client.query(SLOW), end]);
    }),
  );
  await pool.end();
  const hurried = connectRecords(records.roles.url, SOON_MS, PATIENCE_MS);
  await expectUnavailable(() => hurried.query(SLOW));
  await hurried.end();
});

test('a database that starts up or shuts down, or has no connection left, does not answer', async () => {
  for (const code of ['57P03', '57P01', '53300', '08006'])
    await expectUnavailable(() => Promise.reject(Object.assign(new Error('refused'), { code })));
});

test('while Temporal cannot be reached, the desk says so, and when to try again', async () => {
  const away = Object.assign(new Error('14 UNAVAILABLE'), {
    code: 14,
    details: 'No connection',
    metadata: {},
  });
  const { ask, reported } = desk(() => Promise.reject(new ServiceError('Failed to query', { cause: away })));
  const answer = await ask();
  expect(answer.json()).toMatchObject({
    ...{ type: '/problems/unavailable', status: 503, retry: true },
    detail: 'The server of all cases does not answer. Try again in a moment.',
  });
  expect(answer.headers['retry-after']).toBeDefined();
  expect(reported).toEqual([]);
});

test('a query that is wrong is a fault of the desk, which its log tells', async () => {
  const { ask, reported } = desk(() => records.pool.query('SELECT nothing'));
  const answer = await ask();
  expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([500, '/problems/fault']);
  expect(answer.headers['retry-after']).toBeUndefined();
  expect(reported).toHaveLength(1);
});
