import type { Handlers } from '../../src/desk/http/run-route';
import { createApp } from '../../src/desk/http/app';
import type { LoginProvider } from '../../src/desk/login/provider';
import { Visitors } from '../../src/desk/http/visitors';
import { readRoleMapping } from '../../src/desk/login/roles';
import type { RouteContext } from '../../src/desk/route-context';
import { documentHandlers } from '../../src/desk/routes/documents';

/** A desk that knows one program, and whose lists and sessions do nothing. */
async function desk() {
  const url = 'https://desk.example';
  const provider = { claimsOf: () => Promise.resolve({ sub: 'program-1', roles: ['operator', 'officer'] }) };
  const app = await createApp({
    visitors: new Visitors(undefined as never, provider as unknown as LoginProvider, readRoleMapping(), url),
    requests: undefined as never,
    handlers: {
      ...{ casesCsv: () => 'rows', figures: () => ({}), enquireName: () => ({}) },
      ...documentHandlers({} as RouteContext),
    } as unknown as Handlers,
    login: () => undefined,
    url,
    record: () => undefined,
    report: () => undefined,
  });
  const headers = { authorization: 'Bearer genuine' };
  return { get: (path: string) => app.inject({ url: path, headers }), app, headers };
}

test.each(['/api/cases.csv?stagee=OFFER', '/api/figures?stagee=OFFER'])(
  'a query that %s does not take is refused by its name',
  async (path) => {
    const answer = await (await desk()).get(path);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      mistakes: [{ field: 'stagee', message: 'unknown fields: stagee' }],
    });
  },
);

test('a query that a list takes is taken', async () => {
  expect((await (await desk()).get('/api/cases.csv?stage=OFFER&from=2026-11-01')).statusCode).toBe(200);
});

test.each([
  ['/api/cases.csv?page=2&size=10', 'unknown fields: page, size'],
  ['/api/cases?size=', 'size: must be a whole number from 1 to 200'],
  ['/api/cases?size=0x10', 'size: must be a whole number from 1 to 200'],
  ['/api/cases?page=1.5', 'page: must be a whole number from 1 to 100000'],
  ['/api/cases?tab=all&days=ended&from=2026-11-31', 'from: must be a day, such as 2026-01-31'],
  [
    '/api/cases?changedSince=yesterday',
    'changedSince: must be an instant in UTC, such as 2026-01-31T08:30:00Z',
  ],
  ['/api/cases?cursor=x&sort=newest', 'sort: must be left out beside cursor'],
  ['/api/cases?days=born', 'days: must be started or ended or disbursed'],
])('%s is refused with the field and what it must be', async (path, message) => {
  const answer = await (await desk()).get(path);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    mistakes: [{ message: expect.stringContaining(message) as string }],
  });
});

test('a body is refused in plain words, never in those of a library', async () => {
  const { app, headers } = await desk();
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/commands', payload: { command: 7, cases: [] } },
    headers: { ...headers, 'idempotency-key': 'key-1' },
  });
  expect(answer.json<{ mistakes: { message: string }[] }>().mistakes.map(({ message }) => message)).toEqual([
    'command: must be a text',
    'cases: must have at least 1 entries',
  ]);
});

test('a method that an address does not take is refused with those that it takes', async () => {
  const { app, headers } = await desk();
  const ask = (method: 'DELETE' | 'POST' | 'PUT', url: string) => app.inject({ method, url, headers });
  const answer = await ask('DELETE', '/api/cases?tab=open');
  expect(answer.headers).toMatchObject({
    allow: 'GET, HEAD',
    'content-type': expect.stringMatching(PROBLEM),
  });
  expect(answer.json()).toMatchObject({ type: '/problems/wrong-method', status: 405 });
  expect((await ask('PUT', '/api/cases/loan/LN-1/commands/acceptOffer')).headers.allow).toBe('POST');
  expect((await ask('POST', '/api/openapi.json?now')).headers.allow).toBe('GET, HEAD');
  expect((await ask('POST', '/api/nothing')).json()).toMatchObject({ status: 404 });
});

test('an address says that it does not take a method before it looks at the body', async () => {
  const { app, headers } = await desk();
  const ask = (method: 'QUERY' | 'PUT', more: object) =>
    app.inject({ method: method as 'PUT', url: '/api/banks', ...more });
  // Fastify refuses a QUERY without a type of its content by itself.
  expect((await ask('QUERY', { headers })).statusCode).toBe(405);
  const broken = { payload: '{', headers: { ...headers, 'content-type': 'application/json' } };
  expect((await ask('PUT', broken)).statusCode).toBe(405);
});

const PROBLEM = /^application\/problem\+json/;

test.each([
  ['GET', '/api/cases/%', 422],
  ['GET', '/api/nothing', 404],
  ['HEAD', '/api/nothing', 404],
  ['HEAD', '/api/cases?size=0', 422],
] as const)('%s %s is answered with a problem document', async (method, url, status) => {
  const { app, headers } = await desk();
  const answer = await app.inject({ method, url, headers });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    status,
    expect.stringMatching(PROBLEM),
  ]);
});

test('who is not logged in is told by which scheme a program asks', async () => {
  const { app } = await desk();
  const answer = await app.inject({ url: '/api/cases' });
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
});

test('a body that says that it is text is refused for its type', async () => {
  const { app, headers } = await desk();
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/name-enquiries', payload: '{}' },
    headers: { ...headers, 'content-type': 'text/plain' },
  });
  expect(answer.statusCode).toBe(415);
  expect(answer.json()).toMatchObject({ type: '/problems/wrong-type' });
});

/** A form of these parts, each by its name; one with content is a file. */
function form(...parts: readonly (readonly [name: string, content?: string])[]) {
  const shown = parts.map(
    ([name, content]) =>
      `--part\r\ncontent-disposition: form-data; name="${name}"${content === undefined ? '' : '; filename="a.pdf"'}\r\n\r\n${content ?? 'X'}\r\n`,
  );
  return { payload: `${shown.join('')}--part--\r\n`, type: 'multipart/form-data; boundary=part' };
}

const posted = async (url: string, { payload, type }: ReturnType<typeof form>) => {
  const { app, headers } = await desk();
  return app.inject({ method: 'POST', url, payload, headers: { ...headers, 'content-type': type } });
};

test.each(['/api/name-enquiries', '/api/payouts'])('a form is no body for %s', async (url) => {
  const answer = await posted(url, form(['a', 'b']));
  expect(answer.json()).toMatchObject({ type: '/problems/wrong-type', status: 415 });
});

test.each([
  ['a field before it', form(['tag'], ['file', '%PDF-1.7'])],
  ['a field after it', form(['file', '%PDF-1.7'], ['tag'])],
  ['a second file', form(['file', '%PDF-1.7'], ['file', '%PDF-1.4'])],
  ['another name', form(['doc', '%PDF-1.7'])],
])('an upload with %s is refused, and says what it must be', async (_, sent) => {
  const answer = await posted('/api/cases/loan/LN-1/documents', sent);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ detail: expect.stringContaining('one part named file') });
});

test('a body that is nested very deeply is refused before anybody reads it', async () => {
  const { app, headers } = await desk();
  const [levels, key] = [20_000, { 'idempotency-key': 'key-1' }];
  const answer = await app.inject({
    ...{
      method: 'POST',
      url: '/api/loans',
      headers: { ...headers, ...key, 'content-type': 'application/json' },
    },
    payload: `{"metaData":${'['.repeat(levels)}${']'.repeat(levels)}}`,
  });
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ detail: expect.stringContaining('nested') });
});

test('hours of waiting have a bound', async () => {
  expect((await (await desk()).get('/api/cases.csv?waitingHours=1e9')).statusCode).toBe(422);
});
