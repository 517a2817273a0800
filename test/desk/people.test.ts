import { AuditReader } from '../../src/desk/audit-reader';
import { routes, type RouteName } from '../../src/desk/contract/routes';
import { administration, people as peopleReply, session } from '../../src/desk/contract/people';
import type { DeskRole } from '../../src/desk/contract/fields';
import { People } from '../../src/desk/login/people';
import { personIn, readRoleMapping } from '../../src/desk/login/roles';
import { Sessions } from '../../src/desk/login/sessions';
import { peopleHandlers, sessionHandlers } from '../../src/desk/routes/people';
import type { RouteContext } from '../../src/desk/route-context';
import { payoutCommands } from '../../src/domain/payout/commands';
import { payoutStages } from '../../src/domain/payout/stages';
import { REAL_TIME, type Clock } from '../../src/domain/time/clock';
import { append } from '../../src/records/audit/append';
import { forgetPerson } from '../../src/records/desk-sessions';
import { newSeal } from '../support/desk/seal';
import { entry, testRecords, type TestRecords } from '../support/records/database';

const seal = newSeal();
let records: TestRecords;
let people: People;
beforeAll(async () => {
  records = await testRecords();
  people = new People(records.pool, seal);
});
afterAll(() => records.close());

const person = (subject: string, name: string, roles: readonly DeskRole[] = ['officer']) => ({
  ...{ subject, name, roles, loggedInAt: new Date() },
});

test('the desk knows who has logged in by name, and the database does not', async () => {
  await people.remember(person('officer-1', 'Ola Officer'));
  await people.remember({ ...person('officer-1', 'Ola Newname', ['supervisor']), branch: 'ikeja' });
  expect(await people.find('officer-1')).toMatchObject({
    ...{ name: 'Ola Newname', roles: ['supervisor'], branch: 'ikeja' },
  });
  const { rows } = await records.pool.query('SELECT * FROM desk_person');
  expect(JSON.stringify(rows)).not.toMatch(/Ola|supervisor|ikeja/);
});

test('a row that no desk has sealed, or that was sealed for another person, is nobody', async () => {
  await people.remember(person('officer-2', 'Bisi Officer'));
  await records.pool.query(
    "INSERT INTO desk_person (subject, sealed) SELECT 'intruder', sealed FROM desk_person WHERE subject = 'officer-2'",
  );
  expect(await people.find('intruder')).toBeUndefined();
  expect((await people.all()).map(({ subject }) => subject)).not.toContain('intruder');
});

test('a person who is forgotten has neither a name nor a session', async () => {
  const sessions = new Sessions(records.pool, seal);
  await people.remember(person('officer-3', 'Tess Officer'));
  const token = await sessions.begin(person('officer-3', 'Tess Officer'));
  expect(await forgetPerson(records.pool, 'officer-3')).toBe(true);
  expect(await people.find('officer-3')).toBeUndefined();
  expect(await sessions.look(token)).toBeUndefined();
  expect(await forgetPerson(records.pool, 'officer-3')).toBe(false);
});

test.each([
  [['auditor', 'approver'], ['auditor']],
  [['administrator', 'supervisor', 'operator'], ['administrator']],
  [
    ['auditor', 'administrator'],
    ['auditor', 'administrator'],
  ],
])('of somebody with the roles %j only %j count', (roles, counting) => {
  expect(personIn({ sub: 'p-1', roles }, readRoleMapping())?.roles).toEqual(counting);
});

test('an auditor changes nothing and starts nothing, and an administrator sees no case', () => {
  const of = (role: DeskRole) =>
    (Object.keys(routes) as RouteName[]).filter((name) => (routes[name].roles as string[]).includes(role));
  const writing = of('auditor').filter((name) => routes[name].method === 'POST');
  expect(writing).toEqual(['logout']);
  expect(of('auditor')).toEqual(
    expect.arrayContaining(['cases', 'casesCsv', 'casePage', 'audit', 'auditCsv']),
  );
  expect(of('auditor')).toEqual(expect.arrayContaining(['verifyAudit', 'reconciliation', 'statementCsv']));
  expect(of('auditor')).not.toContain('document');
  expect(of('administrator').sort()).toEqual(
    [
      ...['administration', 'endSessions', 'events', 'figures', 'logout', 'people', 'session'],
      ...['endpoints', 'addEndpoint', 'orderEndpoint'],
    ].sort(),
  );
});

const entriesFound = async (wanted: { person?: string; case?: string }) => {
  const { entries } = await new AuditReader(records.pool, people, undefined).page(wanted, 10);
  return entries.map((one) => `${one.case} by ${one.actor}`).sort();
};

test('the audit is found by the name of a person and by the bare reference of a case', async () => {
  await people.remember(person('guid-4', 'Ada Approver', ['approver']));
  const done = (caseId: string, actor: string) =>
    append(records.pool, records.keys, {
      ...{ caseId, known: undefined },
      entries: [{ ...entry(1), actor }],
    });
  await done('payout:PO-26-2007', 'guid-4');
  await done('loan:PO-26-2007', 'guid-5');
  await done('payout:PO-26-2008', 'guid-5');
  expect(await entriesFound({ person: 'ada app' })).toEqual(['payout:PO-26-2007 by guid-4']);
  expect(await entriesFound({ person: 'guid-4' })).toEqual(['payout:PO-26-2007 by guid-4']);
  expect(await entriesFound({ person: 'Nobody' })).toEqual([]);
  expect(await entriesFound({ case: 'PO-26-2007' })).toEqual([
    'loan:PO-26-2007 by guid-5',
    'payout:PO-26-2007 by guid-4',
  ]);
  expect(await entriesFound({ case: 'payout:PO-26-2008' })).toEqual(['payout:PO-26-2008 by guid-5']);
});

test('the audit tells a start, a stage and a command in the words of their kind of case', async () => {
  const told = [
    { kind: 'start', what: 'payoutWorkflow' },
    { kind: 'stage', what: 'SUBMITTING' },
    { kind: 'command', what: 'approve' },
    { kind: 'gap', what: 'unknown' },
  ] as const;
  await append(records.pool, records.keys, {
    ...{ caseId: 'payout:PO-W-1', known: undefined },
    entries: told.map((more, at) => ({ ...entry(at + 1), ...more })),
  });
  const { entries } = await new AuditReader(records.pool, people, undefined).page({ case: 'PO-W-1' }, 10);
  expect(entries.map(({ title }) => title).toReversed()).toEqual([
    ...['Start of the payout', payoutStages.SUBMITTING.title, payoutCommands.approve.summary, undefined],
  ]);
});

test('the page of a case says who started it, and of one that a schedule started nothing', async () => {
  const started = (caseId: string, more: object) =>
    append(records.pool, records.keys, {
      ...{ caseId, known: undefined },
      entries: [{ ...entry(1), kind: 'start', ...more }, entry(2)],
    });
  await started('payout:PO-S-1', { actor: 'maker-12', role: 'operator' });
  await started('reconciliation:night', { actor: undefined, role: undefined });
  const audit = new AuditReader(records.pool, people, undefined);
  expect(await audit.started('payout:PO-S-1')).toEqual({ at: entry(1).at, by: 'operator maker-12' });
  expect(await audit.started('reconciliation:night')).toBeUndefined();
});

test('when people have logged in is told to those who look over them alone', async () => {
  await people.remember(person('officer-6', 'Ola Officer'));
  const handlers = peopleHandlers({ people } as RouteContext);
  const seenBy = async (role: DeskRole) => {
    const reply = peopleReply.parse(await handlers.people({ person: person('p', 'P', [role]) } as never));
    return reply.people.find(({ subject }) => subject === 'officer-6');
  };
  expect(await seenBy('officer')).toEqual({ subject: 'officer-6', name: 'Ola Officer', roles: ['officer'] });
  for (const role of ['supervisor', 'auditor', 'administrator'] as const)
    expect((await seenBy(role))?.loggedInAt).toBeDefined();
});

test('a session tells the clock of the cases where it is not real time', () => {
  const told = (clock: Clock) => {
    const request = { cookies: {} };
    const handlers = sessionHandlers({ clock, demonstration: true } as RouteContext);
    return session.parse(handlers.session({ person: person('p', 'P'), request } as never)).clock;
  };
  const anchor = { realAt: '2026-11-20T09:00:00.000Z', businessAt: '2027-01-01T09:00:00.000Z' };
  expect(told({ rate: 720, anchor })).toEqual({ rate: 720, anchor });
  expect(told(REAL_TIME)).toBeUndefined();
});

test('an administrator sees who is logged in, and which keys the desk holds', async () => {
  await new Sessions(records.pool, seal).begin(person('officer-7', 'Ola Officer'));
  const keys = [{ use: 'commands' as const, id: 'kid-1', roles: ['officer'] }];
  const parts = { copy: { pool: records.pool }, keys: () => Promise.resolve(keys) };
  const reply = administration.parse(await peopleHandlers(parts as unknown as RouteContext).administration());
  expect(reply.sessions.map(({ subject }) => subject)).toContain('officer-7');
  expect(reply).toMatchObject({ policies: [], keys });
});
