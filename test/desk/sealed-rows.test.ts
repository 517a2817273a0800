import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRowSeal, writeNamesKey } from '../../src/desk/names-key';
import { digestOf, newToken } from '../../src/desk/login/logins';
import { codecPassOf, Sessions } from '../../src/desk/login/sessions';
import { PreparedCommands } from '../../src/desk/login/prepared-commands';
import { newSeal } from '../support/desk/seal';
import { testRecords, type TestRecords } from '../support/records/database';

let records: TestRecords;
let sessions: Sessions;
let prepared: PreparedCommands;
beforeAll(async () => {
  records = await testRecords();
  const seal = newSeal();
  sessions = new Sessions(records.pool, seal);
  prepared = new PreparedCommands(records.pool, seal);
});
afterAll(() => records.close());

const person = (subject: string, role: 'officer' | 'supervisor') => ({
  ...{ subject, name: subject, roles: [role], loggedInAt: new Date() },
});
/** As the program's role of the database, which holds no key. */
const write = (sql: string, values: unknown[]) => records.pool.query(sql, values);
const noSession = async (token: string) => {
  expect(await sessions.use(token)).toBeUndefined();
  expect(await sessions.look(token)).toBeUndefined();
  expect(await sessions.ofCodecPass(codecPassOf(token))).toBeUndefined();
};

test('a session whose row names another person is no session', async () => {
  const token = await sessions.begin(person('officer-1', 'officer'));
  await write('UPDATE desk_session SET subject = $2 WHERE digest = $1', [digestOf(token), 'supervisor-1']);
  await noSession(token);
});

test('a session that was copied from that of a person with more roles is no session', async () => {
  const [genuine, own] = [await sessions.begin(person('supervisor-2', 'supervisor')), newToken()];
  await write('UPDATE desk_session SET digest = $2, codec_digest = $3 WHERE digest = $1', [
    digestOf(genuine),
    digestOf(own),
    digestOf(codecPassOf(own)),
  ]);
  await noSession(own);
});

test('roles that were moved from one session of a person to another one count nowhere', async () => {
  const [officer, supervisor] = [
    await sessions.begin(person('person-3', 'officer')),
    await sessions.begin(person('person-3', 'supervisor')),
  ];
  await write(
    'UPDATE desk_session SET sealed = (SELECT sealed FROM desk_session WHERE digest = $2) WHERE digest = $1',
    [digestOf(officer), digestOf(supervisor)],
  );
  await noSession(officer);
  expect(await sessions.use(supervisor)).toMatchObject({ subject: 'person-3', roles: ['supervisor'] });
});

test('a session that somebody inserted, sealed under a key of their own, is no session', async () => {
  const token = await new Sessions(records.pool, newSeal()).begin(person('supervisor-4', 'supervisor'));
  await noSession(token);
});

test('a session under one login provider is none under another one, which may know another person by the same subject', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'seal-')), 'names.key');
  writeNamesKey(file);
  const under = (issuer: string) => new Sessions(records.pool, readRowSeal(file, issuer));
  const token = await under('https://one.example').begin(person('officer-5', 'officer'));
  expect(await under('https://one.example').look(token)).toMatchObject({ subject: 'officer-5' });
  expect(await under('https://two.example').look(token)).toBeUndefined();
});

/** An approval as the desk keeps it until its person has logged in. */
const approval = (requestId: string, reference: string) => ({
  ...{ requestId, kind: 'payout' as const, reference, workflowId: `payout:${reference}`, command: 'approve' },
  message: { act: `an act for ${reference}`, expectedDigest: 'ab'.repeat(32) },
});

test('a command that was put in the place of the one that its person gave is refused, and says so', async () => {
  await prepared.keep('approver-1', approval('good-1', 'GOOD-1'));
  await prepared.keep('approver-1', approval('evil-1', 'EVIL-1'));
  expect(await prepared.find('approver-1', 'good-1')).toMatchObject({ reference: 'GOOD-1' });
  await write("DELETE FROM desk_command WHERE request_id = 'good-1'", []);
  await write("UPDATE desk_command SET request_id = 'good-1' WHERE request_id = 'evil-1'", []);
  await expect(prepared.find('approver-1', 'good-1')).rejects.toThrow(/was changed after it was given/);
});

test('a command that another person gave is not sent under the login of an approver', async () => {
  await prepared.keep('operator-1', approval('evil-2', 'EVIL-2'));
  await write("UPDATE desk_command SET subject = 'approver-2' WHERE request_id = 'evil-2'", []);
  await expect(prepared.find('approver-2', 'evil-2')).rejects.toThrow(/was changed after it was given/);
});
