import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/desk/http/app';
import type { Handlers } from '../../src/desk/http/run-route';
import type { SecurityLine } from '../../src/desk/http/security-log';
import { Visitors } from '../../src/desk/http/visitors';
import { checkBy, LoginProvider } from '../../src/desk/login/provider';
import { Logins } from '../../src/desk/login/logins';
import { whyNobody, whyRefused } from '../../src/desk/login/refusals';
import { personIn, readRoleMapping } from '../../src/desk/login/roles';
import { addLogin } from '../../src/desk/login/routes';
import { People } from '../../src/desk/login/people';
import { Sessions } from '../../src/desk/login/sessions';
import { newSeal } from '../support/desk/seal';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const DESK = 'https://desk.example';
const SHA256 = 'ab'.repeat(32);
const document = (loan: string) => `/api/cases/loan/${loan}/documents/${SHA256}`;
const mapping = readRoleMapping();
const CLAIMS = { sub: 'officer-1', name: 'Ola Officer', roles: ['officer'], auth_time: 1_900_000_000 };

/** A desk that writes into `lines`, at whose provider a login ends with these claims, or fails; `told`: when it is asked again. */
async function desk(ends: object = CLAIMS, told: object = CLAIMS, at?: LoginProvider) {
  const people = new People(records.pool, newSeal());
  const [sessions, logins, lines] = [
    new Sessions(records.pool, newSeal()),
    new Logins(records.pool),
    [] as SecurityLine[],
  ];
  const warnings: string[] = [];
  const provider =
    at ??
    ({
      finish: () =>
        ends instanceof Error
          ? Promise.reject(ends)
          : Promise.resolve({ claims: ends, idToken: 'the.id.token', tokens: { access: 'access-1' } }),
      again: () => Promise.resolve({ claims: told, tokens: { access: 'access-1' } }),
      logoutAddress: () => Promise.resolve(undefined),
    } as unknown as LoginProvider);
  const visitors = new Visitors(sessions, provider, mapping, DESK);
  const app = await createApp({
    visitors,
    requests: undefined as never,
    handlers: {
      ...{ document: () => 'a page', figures: () => ({}), casesCsv: () => 'Ada Okafor', auditCsv: () => '' },
      logout: () => ({ next: '/' }),
    } as unknown as Handlers,
    login: (server) =>
      addLogin(server, {
        ...{ provider, logins, sessions, people, mapping, visitors, deskUrl: DESK },
        ...{ check: checkBy(provider, mapping), warn: (sentence: string) => warnings.push(sentence) },
      } as never),
    record: (line) => lines.push(line),
    url: DESK,
    report: () => undefined,
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const cookie = async (subject: string) =>
    `__Host-desk=${await sessions.begin({ subject, name: 'Ola', roles: ['officer'], loggedInAt: new Date() })}`;
  const back = async (headers: Record<string, string> = {}) => {
    const token = await logins.begin({ state: 's', nonce: 'n', verifier: 'v', returnTo: '/' });
    return get('/api/login/return?code=the-code&state=s', {
      cookie: `__Host-desk-login=${token}`,
      ...headers,
    });
  };
  return { app, lines, warnings, people, get, cookie, back };
}

test('who looks at a document of a case, or takes a list along as CSV, is written down, without what was read', async () => {
  const { lines, get, cookie } = await desk();
  const session = { cookie: await cookie('officer-7') };
  await get(document('LN-1'), session);
  await get('/api/cases.csv?q=Okafor', session);
  await get('/api/figures', session);
  expect(lines).toMatchObject([
    {
      ...{ event: 'read', person: 'officer-7', case: 'loan:LN-1', document: SHA256 },
      what: 'GET /api/cases/:kind/:reference/documents/:sha256',
    },
    { event: 'read', person: 'officer-7', what: 'GET /api/cases.csv' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Okafor');
});

test('a page that asks again and again for its case is written down once, and another case anew', async () => {
  const { lines, get, cookie } = await desk();
  const session = { cookie: await cookie('officer-8') };
  for (let times = 0; times < 5; times++) await get(document('LN-1'), session);
  await get(document('LN-2'), session);
  expect(lines.map((line) => line.case)).toEqual(['loan:LN-1', 'loan:LN-2']);
});

test('what is refused is written down with its person, or with the address where nobody is known', async () => {
  const { lines, get, cookie } = await desk();
  await get('/api/cases.csv');
  await get('/api/audit.csv', { cookie: await cookie('officer-9') });
  expect(lines).toMatchObject([
    { event: 'refused', person: undefined, address: '127.0.0.1', what: 'GET /api/cases.csv', status: 401 },
    { event: 'refused', person: 'officer-9', what: 'GET /api/audit.csv', status: 403 },
  ]);
});

test('a login and a logout are written down with their person, without code or token', async () => {
  const { app, lines, people, back } = await desk();
  const landed = await back();
  expect(await people.find('officer-1')).toMatchObject({ name: 'Ola Officer', roles: ['officer'] });
  const session = landed.cookies.find(({ name }) => name === '__Host-desk')?.value;
  const headers = { cookie: `__Host-desk=${session}`, origin: DESK };
  await app.inject({ method: 'POST', url: '/api/session/end', headers, payload: {} });
  expect(lines).toMatchObject([
    { event: 'login', person: 'officer-1', status: 200 },
    { event: 'logout', person: 'officer-1' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/the-code|the\.id\.token|Ola/);
});

test('a login that is refused shows a page for people, and the log names the cause', async () => {
  const { lines, back } = await desk({ ...CLAIMS, roles: undefined, realm_access: { roles: ['officer'] } });
  const { statusCode, headers, body } = await back({ accept: 'text/html,application/xhtml+xml' });
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    statusCode: 403,
    type: 'text/html; charset=utf-8',
  });
  expect(body).toContain('the desk cannot let you in yet');
  expect(body).toContain('roles stand in realm_access.roles');
  expect(body).toContain('href="/api/login"');
  expect(lines).toMatchObject([
    {
      event: 'login refused',
      status: 403,
      why: expect.stringContaining('roles stand in realm_access.roles') as string,
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Ola');
});

test('the page of a refused login shows words of the provider as text', async () => {
  const { back } = await desk(new Error('<script>alert(1)</script>'));
  expect((await back({ accept: 'text/html' })).body).not.toContain('<script>');
});

test('a program that comes back from a login without a page gets a problem document', async () => {
  const { back } = await desk(new Error('no'));
  expect((await back()).json()).toMatchObject({ type: '/problems/log-in', status: 401 });
});

test.each([
  [
    'no auth_time',
    new Error('invalid response', { cause: new Error('ID Token "auth_time" must be a number') }),
    /claim auth_time/,
  ],
  [
    'a wrong secret',
    Object.assign(new Error('server responded with an error'), { error: 'invalid_client' }),
    /OIDC_CLIENT_SECRET/,
  ],
  [
    'a wrong secret that the provider answers with a challenge',
    new Error('server responded with a challenge in the WWW-Authenticate HTTP Header'),
    /OIDC_CLIENT_SECRET/,
  ],
  ['another issuer', new Error('unexpected "iss" (issuer) response parameter value'), /OIDC_ISSUER/],
])('the log says what to do about %s', async (_, error, advice) => {
  const { lines, back } = await desk(error);
  await back();
  expect(lines[0]?.why).toMatch(advice);
  expect(whyRefused(error)).toMatch(advice);
});

/** The address of a provider that answers with this configuration until the tests have ended; without one it is gone. */
async function providerThatSays(configuration?: object): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(configuration));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const end = () => new Promise((closed) => server.close(closed));
  if (configuration) ends.push(end);
  else await end();
  return `http://127.0.0.1:${port}`;
}

const ends: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

test.each([
  ['is away', () => providerThatSays(), /ECONNREFUSED/],
  [
    'calls itself otherwise',
    () => providerThatSays({ issuer: 'http://127.0.0.1/realm/' }),
    /OIDC_ISSUER must be, letter for letter/,
  ],
])('the log says why nobody can log in at a provider that %s', async (_, at, why) => {
  const provider = new LoginProvider({ issuer: await at(), clientId: 'desk' }, DESK);
  const { lines, get, back } = await desk(CLAIMS, CLAIMS, provider);
  expect((await get('/api/login')).statusCode).toBe(503);
  expect((await back()).statusCode).toBe(503);
  expect(lines).toMatchObject([
    {
      event: 'login refused',
      what: 'GET /api/login',
      status: 503,
      why: expect.stringMatching(why) as string,
    },
    { event: 'login refused', status: 503, why: expect.stringMatching(why) as string },
  ]);
});

test.each([
  ['a subject that cannot stand in a case', { sub: 'auth0|12345', roles: ['officer'] }, /claim sub/],
  ['no claim of roles', { sub: 'u-1', email: 'a@b.example' }, /claim roles is missing; there are email, sub/],
  ['groups without a role here', { sub: 'u-1', roles: ['Cooks'] }, /no group in the claim roles/],
])('the log says why %s makes nobody, and tells no value', (_, claims, why) => {
  expect(personIn(claims, mapping)).toBeUndefined();
  expect(whyNobody(claims, mapping)).toMatch(why);
  expect(whyNobody(claims, mapping)).not.toMatch(/auth0|a@b|Cooks/);
});

test('roles may stand below other claims', () => {
  const below = { ...mapping, claim: 'realm_access.roles' };
  const claims = { sub: 'u-1', realm_access: { roles: ['officer'] } };
  expect(personIn(claims, below)).toMatchObject({ subject: 'u-1', roles: ['officer'] });
});

test('whoever looks after the desk is warned of a provider that tells the roles of a person once alone', async () => {
  const [again, once] = [await desk(), await desk(CLAIMS, { sub: CLAIMS.sub })];
  await again.back();
  expect(again.warnings).toEqual([]);
  expect((await once.back()).statusCode).toBe(200);
  expect(once.warnings).toEqual([expect.stringContaining('tells the roles of a person once')]);
});
