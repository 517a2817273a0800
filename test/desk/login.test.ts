import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Logins, pathOfDesk } from '../../src/desk/login/logins';
import { homeOf, personIn, readRoleMapping, RolesFileError } from '../../src/desk/login/roles';
import { Sessions } from '../../src/desk/login/sessions';
import { newSeal } from '../support/desk/seal';
import { testRecords, type TestRecords } from '../support/records/database';

const DESK = 'https://desk.example';

const seal = newSeal();
let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const officer = {
  subject: 'officer-1',
  name: 'Ola',
  roles: ['officer'] as const,
  branch: 'ikeja',
  loggedInAt: new Date('2030-01-01T00:00:00Z'),
};

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  '/a/..//evil.example',
  '/a/../\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/x\r\nSet-Cookie: a=b',
  '/api/session/end',
  '/x/../api/session',
])('after a login %j leads nowhere but to the first page', (to) => {
  expect(pathOfDesk(to, DESK)).toBe('/');
});

test('whatever a login is to come back to lies on the desk', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (to) => {
        const path = pathOfDesk(to, DESK);
        expect(new URL(path, `${DESK}/some/page`).origin).toBe(DESK);
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      },
    ),
  );
  expect(pathOfDesk('/cases/loan/LN-1?tab=mine#top', DESK)).toBe('/cases/loan/LN-1?tab=mine#top');
});

test.each([
  [['approver'], '/approvals'],
  [['auditor'], '/audit'],
  [['officer'], '/'],
  [['operator', 'approver'], '/'],
  [['auditor', 'approver'], '/'],
  [['treasurer'], '/'],
])('who logs in as %j on the way to no page begins at %s', (roles, home) => {
  expect(homeOf(roles)).toBe(home);
});

test('a session is found by its token alone, whose digest the database holds', async () => {
  const sessions = new Sessions(records.pool, seal);
  const token = await sessions.begin(officer);
  expect(await sessions.use(token)).toMatchObject(officer);
  const other = token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
  expect(await sessions.use(other)).toBeUndefined();
  const { rows } = await records.pool.query<Record<string, unknown>>('SELECT * FROM desk_session');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a session ends after a quarter of an hour without use, after eight hours of use, and when it is ended', async () => {
  const sessions = new Sessions(records.pool, seal);
  const [idle, ended, used] = await Promise.all([1, 2, 3].map(() => sessions.begin(officer)));
  const age = (token: string | undefined, set: string) =>
    records.superuser.query(
      `UPDATE desk_session SET ${set} WHERE digest = encode(sha256($1::bytea), 'hex')`,
      [token],
    );
  await age(idle, "used_at = now() - interval '15 minutes 1 second'");
  await age(used, "used_at = now() - interval '14 minutes'");
  await sessions.end(ended!);
  const found = await Promise.all([idle, ended, used].map((token) => sessions.use(token!)));
  expect(found.map(Boolean)).toEqual([false, false, true]);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout'] });
  jest.setSystemTime(Date.now() + 8 * 3_600_000);
  expect(await sessions.use(used!)).toBeUndefined();
  jest.useRealTimers();
});

test('a session that is only looked at is not prolonged', async () => {
  const sessions = new Sessions(records.pool, seal);
  const token = await sessions.begin(officer);
  const usedAt = async () =>
    (await records.pool.query('SELECT max(used_at) AS at FROM desk_session')).rows[0].at as Date;
  const before = await usedAt();
  expect(await sessions.look(token)).toMatchObject(officer);
  expect(await usedAt()).toEqual(before);
});

test('all sessions of a person can be ended at once', async () => {
  const sessions = new Sessions(records.pool, seal);
  const others = await sessions.begin(officer);
  const tokens = await Promise.all([1, 2].map(() => sessions.begin({ ...officer, subject: 'gone' })));
  expect(await sessions.endAllOf('gone')).toBe(2);
  expect(await Promise.all(tokens.map((token) => sessions.use(token)))).toEqual([undefined, undefined]);
  expect(await sessions.look(others)).toMatchObject(officer);
});

test('a login under way is taken up once', async () => {
  const logins = new Logins(records.pool);
  const given = { state: 's', nonce: 'n', verifier: 'v', returnTo: '/x' };
  const token = await logins.begin(given);
  expect(await logins.take(token)).toEqual(given);
  expect(await logins.take(token)).toBeUndefined();
});

test('roles come from the claim that the mapping names, and groups that it does not know give none', () => {
  const file = join(tmpdir(), `roles-${process.pid}.json`);
  writeFileSync(
    file,
    JSON.stringify({ claim: 'groups', roles: { Lending: ['officer'], Head: ['supervisor', 'approver'] } }),
  );
  const mapping = readRoleMapping(file);
  const claims = { sub: 'u-1', auth_time: 60, name: 'Ola', branch: 'kano' };
  expect(personIn({ ...claims, groups: ['Head', 'Lending', 'Cooks'] }, mapping)).toEqual({
    ...{ subject: 'u-1', name: 'Ola', branch: 'kano' },
    roles: ['officer', 'supervisor', 'approver'],
    loggedInAt: new Date(60_000),
  });
  expect(personIn({ ...claims, groups: ['Cooks', 'constructor', '__proto__'] }, mapping)).toBeUndefined();
  expect(personIn({ ...claims, roles: ['officer'] }, mapping)).toBeUndefined();
});

test('another claim than sub may say who a person is, and nothing else takes its place', () => {
  const mapping = readRoleMapping(undefined, 'employee_id');
  const claims = { sub: 'auth0|12345', roles: ['officer'] };
  expect(personIn({ ...claims, employee_id: 'e-77' }, mapping)).toMatchObject({ subject: 'e-77' });
  expect(personIn({ ...claims, sub: 'u-1' }, mapping)).toBeUndefined();
});

test('the role of a borrower can be given to no one at the desk', () => {
  const file = join(tmpdir(), `borrowers-${process.pid}.json`);
  writeFileSync(file, JSON.stringify({ roles: { Everyone: ['borrower'] } }));
  expect(() => readRoleMapping(file)).toThrow(RolesFileError);
  expect(personIn({ sub: 'u-1', roles: ['borrower'] }, readRoleMapping())).toBeUndefined();
});

test.each(['', 'with space', '08031234567', 'x'.repeat(61), 7])(
  'the subject %p cannot stand in a case, and is not let in',
  (sub) => {
    expect(personIn({ sub, roles: ['officer'] }, readRoleMapping())).toBeUndefined();
  },
);
