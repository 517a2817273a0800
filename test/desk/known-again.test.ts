import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { checkBy, LoginProvider, ProviderUnreachableError } from '../../src/desk/login/provider';
import { readRoleMapping } from '../../src/desk/login/roles';
import { Sessions } from '../../src/desk/login/sessions';
import { newSeal } from '../support/desk/seal';
import { testRecords, type TestRecords } from '../support/records/database';

const MINUTE_MS = 60_000;
const PERSON = {
  ...{ subject: 'officer-1', name: 'Ola', loggedInAt: new Date() },
  roles: ['officer', 'supervisor'] as const,
};

/** What the provider says of the person, or how it refuses; 'away' once it does not answer at all. */
let said: { roles: string[]; employee?: string } | 'taken back' | 'unknown client' | 'away';
/** The refresh tokens that it was asked with, each good once. */
let refreshed: string[];
let server: Server;
let records: TestRecords;
let issuer: string;
const seal = newSeal();

/** A login provider as far as the desk asks it again. */
async function answered(request: IncomingMessage, response: ServerResponse) {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.url?.startsWith('/.well-known/'))
    return answer(200, {
      ...{ issuer, token_endpoint: `${issuer}/token`, userinfo_endpoint: `${issuer}/userinfo` },
    });
  if (said === 'away') return answer(503, {});
  if (request.url === '/userinfo')
    return typeof said === 'string'
      ? response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end()
      : answer(200, { sub: 'officer-1', ...said });
  const token = new URLSearchParams(await text(request)).get('refresh_token') ?? '';
  refreshed.push(token);
  if (said === 'taken back') return answer(400, { error: 'invalid_grant' });
  // As RFC 6749 wants it where the client has come with HTTP Basic.
  if (said === 'unknown client')
    return response
      .writeHead(401, { 'www-authenticate': `Basic realm="${issuer}", error="invalid_client"` })
      .end(JSON.stringify({ error: 'invalid_client' }));
  return answer(200, {
    ...{ access_token: 'access-2', token_type: 'bearer', refresh_token: `${token}+` },
  });
}

beforeAll(async () => {
  records = await testRecords();
  server = createServer((request, response) => void answered(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await records.close();
});
beforeEach(() => {
  [said, refreshed] = [{ roles: ['officer', 'supervisor'] }, []];
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'performance'],
  });
});
afterEach(() => jest.useRealTimers());

const byRefresh = { access: 'access-1', refresh: 'refresh-1' };
const byUserinfo = { access: 'access-1' };

/** A session that began just now; it can be aged. */
async function begun(tokens?: { access: string; refresh?: string }) {
  const provider = new LoginProvider({ issuer, clientId: 'desk' }, 'http://desk.example');
  const sessions = new Sessions(records.pool, seal, checkBy(provider, readRoleMapping()));
  const token = await sessions.begin(PERSON, { tokens });
  return {
    look: () => sessions.look(token),
    age: async (minutes: number) => {
      jest.setSystemTime(Date.now() + minutes * MINUTE_MS);
      await records.superuser.query('UPDATE desk_session SET check_begun_at = NULL');
    },
  };
}

test.each([
  ['a refreshed login', byRefresh],
  ['userinfo', byUserinfo],
])('a session loses within minutes the roles that the provider has taken away, by %s', async (_, tokens) => {
  const { look, age } = await begun(tokens);
  said = { roles: ['officer'] };
  await age(4);
  expect((await look())?.roles).toEqual(['officer', 'supervisor']);
  await age(1);
  expect((await look())?.roles).toEqual(['officer']);
  said = { roles: [] };
  await age(5);
  expect(await look()).toBeUndefined();
});

test.each([
  ['a refreshed login', byRefresh],
  ['userinfo', byUserinfo],
])('a session ends once the provider stands no longer by its login, by %s', async (_, tokens) => {
  const { look, age } = await begun(tokens);
  said = 'taken back';
  await age(5);
  expect(await look()).toBeUndefined();
  said = { roles: ['supervisor'] };
  expect(await look()).toBeUndefined();
});

test('a person whom the desk knows by another claim is asked for by the provider’s own sub', async () => {
  const provider = new LoginProvider({ issuer, clientId: 'desk' }, 'http://desk.example');
  const check = checkBy(provider, readRoleMapping(undefined, 'employee'));
  const sessions = new Sessions(records.pool, seal, check);
  const tokens = { ...byUserinfo, sub: 'officer-1' };
  const token = await sessions.begin({ ...PERSON, subject: 'E-7' }, { tokens });
  said = { roles: ['officer'], employee: 'E-7' };
  jest.setSystemTime(Date.now() + 5 * MINUTE_MS);
  expect(await sessions.look(token)).toMatchObject({ subject: 'E-7', roles: ['officer'] });
});

test('of requests that come at the same time one asks the provider, with the newest token', async () => {
  const { look, age } = await begun(byRefresh);
  await age(5);
  expect((await Promise.all([look(), look(), look()])).every(Boolean)).toBe(true);
  await age(5);
  await look();
  expect(refreshed).toEqual(['refresh-1', 'refresh-1+']);
});

test('a provider that does not answer ends no session, which is of no use after a quarter of an hour until it answers', async () => {
  const { look, age } = await begun(byUserinfo);
  said = 'away';
  await age(14);
  expect(await look()).toMatchObject({ subject: 'officer-1' });
  await age(1);
  await expect(look()).rejects.toThrow(ProviderUnreachableError);
  // Somebody else asks: nobody comes in meanwhile.
  await expect(look()).rejects.toThrow(ProviderUnreachableError);
  said = { roles: ['officer'] };
  await age(1);
  expect((await look())?.roles).toEqual(['officer']);
});

test('a provider that has another secret of the desk than the desk itself ends no session', async () => {
  const { look, age } = await begun(byRefresh);
  said = 'unknown client';
  await age(14);
  expect(await look()).toMatchObject({ subject: 'officer-1' });
  await age(1);
  await expect(look()).rejects.toThrow(/OIDC_CLIENT_SECRET/);
  said = { roles: ['officer'] };
  await age(1);
  expect((await look())?.roles).toEqual(['officer']);
});

test('a session whose provider tells nothing again keeps its roles', async () => {
  const { look, age } = await begun();
  said = { roles: [] };
  await age(60);
  expect((await look())?.roles).toEqual(['officer', 'supervisor']);
});
