import { WorkflowNotFoundError } from '@temporalio/client';
import { Enquiries, ENQUIRIES_MAX, Uploads, UPLOADS_MAX } from '../../src/desk/access/uploads-and-enquiries';
import { documentHandlers } from '../../src/desk/routes/documents';
import type { RouteContext } from '../../src/desk/route-context';
import type { Handlers } from '../../src/desk/http/run-route';
import type { ProblemError } from '../../src/desk/http/problems';
import { createApp } from '../../src/desk/http/app';
import { Visitors } from '../../src/desk/http/visitors';
import type { LoginProvider } from '../../src/desk/login/provider';
import { readRoleMapping } from '../../src/desk/login/roles';
import { Sessions } from '../../src/desk/login/sessions';
import { newSeal } from '../support/desk/seal';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const DESK = 'https://desk.example';
const MOST = 1_200;

/** A provider that has given the tokens of one program. */
const provider = {
  claimsOf: (token: string) =>
    token.startsWith('genuine')
      ? Promise.resolve({ sub: token, roles: ['officer'] })
      : Promise.reject(new Error('not mine')),
} as unknown as LoginProvider;

/** A desk whose requests all come from one address, that of a proxy, unless they name another one. */
async function desk(trustProxy?: number | string) {
  const sessions = new Sessions(records.pool, newSeal());
  const mapping = readRoleMapping();
  const app = await createApp({
    visitors: new Visitors(sessions, provider, mapping, DESK),
    requests: undefined as never,
    handlers: {
      ...{ figures: () => ({}), casesCsv: () => 'reference' },
      checkBatch: ({ body }: { body: { csv: string } }) => ({
        ...{ rows: [], problems: [], totals: { rows: body.csv.length, amountKobo: 0, beneficiaries: 0 } },
      }),
    } as unknown as Handlers,
    trustProxy,
    login: (server) => void server.get('/api/login', () => 'the form'),
    url: DESK,
    record: () => undefined,
    report: (error) => {
      throw error;
    },
  });
  const get = async (
    headers: Record<string, string>,
    remoteAddress = '192.0.2.1',
    url = '/api/cases.csv',
  ) => {
    const { statusCode, headers: told } = await app.inject({ url, headers, remoteAddress });
    return { status: statusCode, left: Number(told['x-ratelimit-remaining']), after: told['retry-after'] };
  };
  const officer = async (subject: string) => {
    const person = { subject, name: subject, roles: ['officer'] as const, loggedInAt: new Date() };
    return { cookie: `__Host-desk=${await sessions.begin(person)}` };
  };
  const post = async (url: string, headers: Record<string, string>, payload: string) =>
    (
      await app.inject({
        ...{ method: 'POST', url, payload },
        headers: { 'content-type': 'application/json', origin: DESK, ...headers },
      })
    ).statusCode;
  return { sessions, officer, get, post };
}

test('officers behind one proxy each have the requests of their own session', async () => {
  const { officer, get } = await desk();
  const [one, other] = [await officer('officer-1'), await officer('officer-2')];
  // The first request of a session is not yet known to be of one.
  for (const session of [one, other]) expect((await get(session)).status).toBe(200);
  for (let count = 1; count <= 3; count++)
    expect(await get(one)).toMatchObject({ status: 200, left: MOST - count });
  expect(await get(other)).toMatchObject({ status: 200, left: MOST - 1 });
  expect(await get(one, '192.0.2.9')).toMatchObject({ left: MOST - 4 });
});

test('a program has the requests of its own token', async () => {
  const { get } = await desk();
  const [one, other] = ['genuine-1', 'genuine-2'].map((token) => ({ authorization: `Bearer ${token}` }));
  for (const program of [one!, other!]) expect((await get(program)).status).toBe(200);
  expect(await get(one!)).toMatchObject({ status: 200, left: MOST - 1 });
  expect(await get(other!)).toMatchObject({ status: 200, left: MOST - 1 });
});

test('requests without a login, or with a made-up or ended login, share what their address may', async () => {
  const { sessions, officer, get } = await desk();
  const ended = await officer('officer-1');
  await get(ended);
  expect((await get(ended)).left).toBe(MOST - 1);
  await sessions.endAllOf('officer-1');
  // The desk learns with this request that the session has ended.
  expect((await get(ended)).status).toBe(401);
  const anonymous = [
    {},
    { cookie: '__Host-desk=made-up-1' },
    { cookie: '__Host-desk=made-up-2' },
    { authorization: 'Bearer made-up' },
    ended,
  ];
  const first = await get({}, '192.0.2.7');
  for (const [place, headers] of anonymous.entries())
    expect(await get(headers, '192.0.2.7')).toMatchObject({ status: 401, left: first.left - 1 - place });
  expect((await get({}, '192.0.2.8')).left).toBe(MOST - 1);
});

test('the request after the last one of an address is refused with Retry-After, while those with a login go on', async () => {
  const { officer, get } = await desk();
  const session = await officer('officer-1');
  await get(session);
  for (let count = 1; count < MOST; count++) await get({});
  const refused = await get({});
  expect(refused.status).toBe(429);
  expect(Number(refused.after)).toBeGreaterThan(0);
  expect((await get(session)).status).toBe(200);
});

test('who sends a body without a login is refused before a byte of it is understood', async () => {
  const { post } = await desk();
  for (const body of ['{"csv": ', JSON.stringify({ csv: 'x'.repeat(7_000_000) })])
    expect(await post('/api/batches/check', {}, body)).toBe(401);
});

test('a body may be long where a batch is sent, and nowhere else', async () => {
  const { sessions, post } = await desk();
  const person = {
    subject: 'maker-1',
    name: 'M',
    roles: ['operator', 'officer'] as const,
    loggedInAt: new Date(),
  };
  const session = { cookie: `__Host-desk=${await sessions.begin(person)}`, 'idempotency-key': 'long-1' };
  const long = JSON.stringify({ csv: 'x'.repeat(200_000) });
  expect(await post('/api/batches/check', session, long)).not.toBe(413);
  expect(await post('/api/loans', session, long)).toBe(413);
});

test.each([1, '192.0.2.0/24'])(
  'behind a proxy that the desk is told of (%p), callers without a login are counted each by their own address',
  async (trustProxy) => {
    const { get } = await desk(trustProxy);
    const from = (address: string) => get({ 'x-forwarded-for': address });
    await from('198.51.100.1');
    expect((await from('198.51.100.1')).left).toBe(MOST - 2);
    expect((await from('198.51.100.2')).left).toBe(MOST - 1);
  },
);

test('without such a proxy nobody names another address than their own', async () => {
  const { get } = await desk();
  await get({ 'x-forwarded-for': '198.51.100.1' });
  expect((await get({ 'x-forwarded-for': '198.51.100.2' })).left).toBe(MOST - 2);
});

test('a person of several sessions has the requests of one', async () => {
  const { officer, get } = await desk();
  const [one, other] = [await officer('officer-9'), await officer('officer-9')];
  for (const session of [one, other]) await get(session);
  const { left } = await get(one);
  expect((await get(other)).left).toBe(left - 1);
});

test('only a request that a person has caused prolongs a session', async () => {
  const { officer, get } = await desk();
  const session = await officer('officer-idle');
  const idle = async () => {
    const sql = `SELECT used_at < now() - interval '10 minutes' AS idle FROM desk_session WHERE subject = 'officer-idle'`;
    return (await records.pool.query<{ idle: boolean }>(sql)).rows[0]?.idle;
  };
  await records.superuser.query("UPDATE desk_session SET used_at = now() - interval '14 minutes'");
  expect((await get(session)).status).toBe(200);
  expect(await idle()).toBe(true);
  expect((await get({ ...session, 'x-by-person': 'yes' })).status).toBe(200);
  expect(await idle()).toBe(false);
});

test('a session has a limit, too', async () => {
  const { officer, get } = await desk();
  const session = await officer('officer-1');
  expect((await get(session)).status).toBe(200);
  // All at once: one after the other they may take longer than the minute that counts.
  const answers = await Promise.all(Array.from({ length: MOST }, () => get(session)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect((await get(session)).status).toBe(429);
  expect((await get(await officer('officer-2'))).status).toBe(200);
});

/** How many of these enquiries are let through. */
const outcomes = async (subject: string, times: number) => {
  // Each of another desk on the same database.
  const asked = Array.from({ length: times }, () => new Enquiries(records.pool).count(subject));
  const settled = await Promise.allSettled(asked);
  return settled.filter(({ status }) => status === 'fulfilled').length;
};

test('a person asks the bank for so many names in a window, however fast and at however many desks', async () => {
  expect(await outcomes('maker-1', ENQUIRIES_MAX + 15)).toBe(ENQUIRIES_MAX);
  const refusal = new Enquiries(records.pool).count('maker-1');
  await expect(refusal).rejects.toThrow(/10 names in 15 minutes/);
  const { about } = (await refusal.catch((error: unknown) => error)) as ProblemError;
  expect(about.retryAfterSeconds).toBeGreaterThan(600);
  expect(about.retryAfterSeconds).toBeLessThanOrEqual(900);
});

test('what one person asks leaves the others theirs, and is theirs again in the next window', async () => {
  expect(await outcomes('maker-2', ENQUIRIES_MAX + 1)).toBe(ENQUIRIES_MAX);
  expect(await outcomes('maker-3', 1)).toBe(1);
  await records.superuser.query("UPDATE desk_enquiry SET since = since - interval '16 minutes'");
  expect(await outcomes('maker-2', ENQUIRIES_MAX + 1)).toBe(ENQUIRIES_MAX);
});

const MEGABYTE = 1_000_000;
/** How many of these uploads, at several desks at once, are let through. */
const uploaded = async (subject: string, times: number, { bytes = 1, isAhead = false } = {}) => {
  const asked = Array.from({ length: times }, () => new Uploads(records.pool).count(subject, bytes, isAhead));
  const settled = await Promise.allSettled(asked);
  return settled.filter(({ status }) => status === 'fulfilled').length;
};

test('a person uploads so many documents and so many bytes in a day, few of them for loans that have not begun', async () => {
  const { ahead, documents, megabytes } = UPLOADS_MAX;
  expect(await uploaded('officer-11', ahead + 5, { isAhead: true })).toBe(ahead);
  expect(await uploaded('officer-11', documents)).toBe(documents - ahead);
  expect(await uploaded('officer-12', megabytes / 10 + 5, { bytes: 10 * MEGABYTE })).toBe(megabytes / 10);
  await expect(new Uploads(records.pool).count('officer-12', MEGABYTE, false)).rejects.toThrow(
    /500 documents and 1000 MB in a day, 100 of them for loans that have not begun/,
  );
});

test('what was uploaded on another day counts no more', async () => {
  await uploaded('officer-13', UPLOADS_MAX.ahead, { isAhead: true });
  expect(await uploaded('officer-13', 1, { isAhead: true })).toBe(0);
  await records.superuser.query("UPDATE desk_upload SET day = day - 1 WHERE subject = 'officer-13'");
  expect(await uploaded('officer-13', 1, { isAhead: true })).toBe(1);
});

test('an officer does not fill the store with documents for loans that do not exist', async () => {
  const gone = () => Promise.reject(new WorkflowNotFoundError('no such case', 'loan:LN-0', undefined));
  const kept: string[] = [];
  const parts = {
    client: {
      workflow: { getHandle: () => ({ describe: gone, query: gone }) },
      withDeadline: <R>(_until: number, ask: () => Promise<R>) => ask(),
    },
    documents: { keep: ({ reference }: { reference: string }) => Promise.resolve(kept.push(reference)) },
    uploads: new Uploads(records.pool),
  } as unknown as RouteContext;
  const request = {
    isMultipart: () => true,
    files: () =>
      (async function* () {
        yield { fieldname: 'file', file: {}, toBuffer: () => Promise.resolve(Buffer.alloc(10)) };
      })(),
  };
  const person = { subject: 'officer-14', roles: ['officer'] };
  const send = (number: number) =>
    documentHandlers(parts).upload({
      params: { kind: 'loan', reference: `LN-${number}` },
      ...{ person, request },
    } as never);
  for (let number = 0; number < UPLOADS_MAX.ahead; number++) await send(number);
  await expect(send(UPLOADS_MAX.ahead)).rejects.toThrow(/for loans that have not begun/);
  expect(kept).toHaveLength(UPLOADS_MAX.ahead);
});
