import { randomBytes } from 'node:crypto';
import { DESK_ROLES } from '../../src/desk/contract/fields';
import type { Route } from '../../src/desk/contract/route';
import { routes } from '../../src/desk/contract/routes';
import {
  DEMONSTRATION_PASSWORD,
  DEMONSTRATION_USERS,
  PROGRAM_CLIENT,
} from '../../stack/login-provider/provider';
import { Browser } from '../support/desk/browser';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';

let stack: DeskStack;
let url: string;
let officer: Browser;
let everyone: ReadonlyMap<string, Browser>;

beforeAll(async () => {
  stack = await deskStack();
  ({ url } = stack);
  const users = Object.keys(DEMONSTRATION_USERS);
  everyone = new Map(
    await Promise.all(users.map(async (user) => [user, await loggedIn(url, user)] as const)),
  );
  officer = everyone.get('officer')!;
});
afterAll(() => stack.stop());

const all = Object.entries(routes as Record<string, Route>);
const pathOf = ({ path }: Route) =>
  path
    .replace(':kind', path.includes('schemas') ? 'loan' : 'payout')
    .replace(':reference', 'NONE-1')
    .replace(':command', 'addNote')
    .replace(':sha256', 'a'.repeat(64));
const ask = (browser: Browser, route: Route, headers: Record<string, string> = {}) =>
  route.method === 'GET' ? browser.get(pathOf(route), headers) : browser.post(pathOf(route), {}, headers);

test.each(all.filter(([name]) => name !== 'events' && name !== 'logout'))(
  'the route %s answers the roles of its table, and no other',
  async (_name, route) => {
    for (const [user, browser] of everyone) {
      const [role] = DEMONSTRATION_USERS[user]!.roles;
      const { status, body } = await ask(browser, route);
      const refused =
        status === 403 &&
        body?.type === '/problems/not-allowed' &&
        body.detail.startsWith('This is for the role');
      expect({ user, refused }).toEqual({ user, refused: !route.roles.includes(role!) });
      expect(status).not.toBe(500);
    }
    expect(DESK_ROLES.some((role) => route.roles.includes(role))).toBe(true);
  },
);

test.each(all)('without a login the route %s answers nothing', async (_name, route) => {
  const { status, body, headers } = await ask(new Browser(url), route);
  expect({ status, type: body.type }).toEqual({ status: 401, type: '/problems/log-in' });
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
});

test.each(all.filter(([, { method }]) => method === 'POST'))(
  'the route %s takes nothing from the pages of another site',
  async (_name, route) => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: url.replace('localhost', '127.0.0.1') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of foreign)
      expect((await ask(officer, route, headers)).body?.type).toBe('/problems/other-origin');
    const { origin: _none, ...bare } = { origin: '' };
    const reply = await officer.send(`${url}${pathOf(route)}`, { method: 'POST', body: '{}', headers: bare });
    expect(reply.body.type).toBe('/problems/other-origin');
  },
);

test('a session that was planted before the login is not the one after it', async () => {
  const victim = new Browser(url);
  const planted = randomBytes(32).toString('base64url');
  victim.session = planted;
  await victim.logIn('officer');
  expect(victim.session).not.toBe(planted);
  const attacker = new Browser(url);
  attacker.session = planted;
  expect((await attacker.get('/api/session')).status).toBe(401);
});

test.each([
  ['random', () => randomBytes(32).toString('base64url')],
  ['empty', () => '""'],
  ['too long', () => 'a'.repeat(3_000)],
  ['a digest in the place of a token', () => 'a'.repeat(64)],
  ['SQL', () => "'%20OR%20'1'%3D'1"],
])('a forged cookie (%s) is none', async (_what, made) => {
  const forger = new Browser(url);
  forger.session = made();
  expect((await forger.get('/api/session')).status).toBe(401);
});

test('a session that was ended is over, also for who has copied its cookie', async () => {
  const browser = await loggedIn(url, 'approver');
  const copy = new Browser(url);
  copy.session = browser.session;
  expect((await copy.get('/api/session')).status).toBe(200);
  expect((await browser.post('/api/session/end', {})).status).toBe(200);
  expect((await copy.get('/api/session')).status).toBe(401);
});

test('a logout ends the login at the provider as well, and the next login of this browser asks for the password', async () => {
  const browser = await loggedIn(url, 'approver');
  const promptOf = async (one: Browser, headers = {}) =>
    new URL((await one.get('/api/login', headers)).headers.get('location')!).searchParams.get('prompt');
  expect(await promptOf(browser)).toBeNull();
  const { next } = (await browser.post('/api/session/end', {})).body;
  const provider = new URL(next);
  expect(provider.origin).toBe(await issuerOf(url));
  expect(provider.searchParams.get('post_logout_redirect_uri')).toBe(`${url}/`);
  expect((await browser.send(next)).status).toBe(200);
  expect(await promptOf(browser)).toBe('login');
  const idle = new Browser(url);
  idle.session = 'of-a-session-that-was-idle';
  expect(await promptOf(idle)).toBe('login');
  expect(await promptOf(new Browser(url))).toBeNull();
  expect(await promptOf(new Browser(url), { 'sec-fetch-site': 'cross-site' })).toBe('login');
});

test('a supervisor ends all sessions of a person, and nobody else does', async () => {
  const [one, other] = [await loggedIn(url, 'other-officer'), await loggedIn(url, 'other-officer')];
  const end = (by: string) => everyone.get(by)!.post('/api/sessions/end', { subject: 'other-officer' });
  expect((await end('maker')).status).toBe(403);
  expect((await one.get('/api/session')).status).toBe(200);
  const { status, body } = await end('supervisor');
  expect({ status, enough: body.ended >= 2 }).toEqual({ status: 200, enough: true });
  for (const browser of [one, other]) expect((await browser.get('/api/session')).status).toBe(401);
});

test('the cookie is kept for this origin alone, out of the reach of scripts and of other sites', async () => {
  const browser = new Browser(url);
  const cookies: string[] = [];
  const send = browser.send.bind(browser);
  browser.send = async (address, init) => {
    const answer = await send(address, init);
    cookies.push(...answer.headers.getSetCookie());
    return answer;
  };
  await browser.logIn('officer');
  const [session] = cookies.filter((one) => one.startsWith('__Host-desk='));
  expect(session).toMatch(/; Path=\//);
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict']) expect(session).toContain(attribute);
  expect(session).not.toMatch(/Domain/i);
});

test("the provider's answer counts once, for the browser that asked, and with the state that it was asked with", async () => {
  const forger = new Browser(url);
  const stolen = await forger.get('/api/login/return?code=abc&state=def');
  expect(stolen.body.type).toBe('/problems/log-in');
  const begun = new Browser(url);
  await begun.get('/api/login?to=/');
  expect((await begun.get('/api/login/return?code=abc&state=def')).body.type).toBe('/problems/log-in');
  expect(begun.session).toBe('');
});

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/x%0d%0aSet-Cookie:a=b',
  '/a/..//evil.example',
])('a login that is to come back to %j ends on the desk', async (to) => {
  const browser = new Browser(url);
  const landed = await browser.logIn('officer', decodeURIComponent(to));
  expect(landed.headers.get('refresh')).toBe('0; url=/');
  expect(landed.headers.get('set-cookie') ?? '').not.toContain('a=b');
});

test('the password form gives no one in who does not know the password', async () => {
  const browser = new Browser(url);
  const before = DEMONSTRATION_PASSWORD;
  expect(before).not.toBe('');
  const landed = await browser.logIn('unknown');
  expect(landed.status).toBe(401);
  expect(browser.session).toBe('');
});

test('a token of the provider for the desk lets a program in, and nothing else does', async () => {
  const { body: metadata } = await new Browser(url).send(
    `${(await issuerOf(url)).replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  const asked = await fetch(metadata.token_endpoint as string, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: {
      authorization: `Basic ${Buffer.from(`${PROGRAM_CLIENT}:${DEMONSTRATION_PASSWORD}`).toString('base64')}`,
    },
  });
  const { access_token: token } = (await asked.json()) as { access_token: string };
  const program = new Browser(url);
  const bearer = (given: string) => program.get('/api/session', { authorization: `Bearer ${given}` });
  expect((await bearer(token)).body).toMatchObject({
    subject: PROGRAM_CLIENT,
    roles: ['officer', 'operator'],
  });
  const [head, payload, signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
  const raised = Buffer.from(JSON.stringify({ ...claims, roles: ['supervisor'] })).toString('base64url');
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  for (const forged of [`${head}.${raised}.${signature}`, `${none}.${raised}.`, 'x', token.slice(0, -4)])
    expect((await bearer(forged)).status).toBe(401);
  const bare = await program.get('/api/session', { authorization: token });
  expect([bare.status, bare.body.detail]).toEqual([401, expect.stringContaining('Authorization: Bearer')]);
});

const issuerOf = async (desk: string): Promise<string> => {
  const { headers } = await new Browser(desk).get('/api/login');
  return new URL(headers.get('location')!).origin;
};

test('a supervisor is given an address at which the Web UI has payloads decrypted, an officer none', async () => {
  const { webUi, codecEndpoint } = (await everyone.get('supervisor')!.get('/api/session')).body;
  const reply = await fetch(`${codecEndpoint}/decode`, {
    method: 'POST',
    headers: { origin: webUi, 'x-namespace': 'default', 'content-type': 'application/json' },
    body: JSON.stringify({ payloads: [] }),
  });
  expect(reply.headers.get('access-control-allow-origin')).toBe(webUi);
  expect(await reply.json()).toEqual({ payloads: [] });
  expect((await officer.get('/api/session')).body.codecEndpoint).toBeUndefined();
});
