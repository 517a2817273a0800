import { People } from '../../../../src/desk/login/people';
import { Sessions } from '../../../../src/desk/login/sessions';
import { type } from '../../../support/cli/terminal';
import { newSeal } from '../../../support/desk/seal';
import { testRecords, type TestRecords } from '../../../support/records/database';

let records: TestRecords;
beforeAll(async () => {
  records = await testRecords();
  Object.assign(process.env, { DATABASE_URL: records.roles.url });
});
afterAll(async () => {
  Reflect.deleteProperty(process.env, 'DATABASE_URL');
  await records.close();
});

test('who looks after the desk sees who is logged in, and logs a person out everywhere', async () => {
  const sessions = new Sessions(records.pool, newSeal());
  const begin = (subject: string) =>
    sessions.begin({ subject, name: 'Ola', roles: ['officer'], loggedInAt: new Date() });
  const [stays, ...ends] = [await begin('officer-1'), await begin('officer-2'), await begin('officer-2')];
  const list = async (words = '') =>
    (JSON.parse((await type(`sessions list --json ${words}`.trim())).out) as { subject: string }[]).map(
      ({ subject }) => subject,
    );
  expect(await list()).toEqual(['officer-2', 'officer-2', 'officer-1']);
  expect(await list('--subject officer-1')).toEqual(['officer-1']);
  expect((await type('sessions list')).out).toMatch(/officer-1 +since \S+Z +last used \S+Z/);
  expect((await type('sessions end --subject officer-2')).out).toContain('Ended: 2.');
  expect(await Promise.all(ends.map((token) => sessions.look(token)))).toEqual([undefined, undefined]);
  expect(await sessions.look(stays)).toMatchObject({ subject: 'officer-1' });
  expect((await type('sessions end --subject officer-1')).code).toBe(0);
  expect((await type('sessions list')).out).toContain('Nobody is logged in.');
});

test.each([
  ['sessions end --subject officer-1', 'the desk'],
  ['records rebuild', 'the desk'],
  ['audit show payout:PO-1', 'an auditor'],
])('%s by a role without the right is refused, and told whose environment has it', async (line, whose) => {
  const role = `stranger_${process.pid}`;
  await records.superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
  process.env.DATABASE_URL = Object.assign(new URL(records.roles.url), {
    username: role,
    password: 'x',
  }).href;
  const { code, err } = await type(line).finally(async () => {
    process.env.DATABASE_URL = records.roles.url;
    await records.superuser.query(`DROP ROLE ${role}`);
  });
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      `^This needs the database role of ${whose}: run it with ${whose}'s environment \\(permission denied for table \\w+\\)\\.`,
    ),
  ]);
});

test('who looks after the desk takes the name of a person out of it', async () => {
  const people = new People(records.pool, newSeal());
  await people.remember({ subject: 'officer-3', name: 'Ola', roles: ['officer'], loggedInAt: new Date() });
  expect((await type('sessions forget --subject officer-3')).out).toContain('Forgotten.');
  expect(await people.find('officer-3')).toBeUndefined();
  expect((await type('sessions forget --subject officer-3')).out).toContain('The desk knew no such person.');
});
