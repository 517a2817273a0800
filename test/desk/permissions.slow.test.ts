import { Pool } from 'pg';
import { DESK_ROLES } from '../../src/desk/contract/fields';
import type { Route } from '../../src/desk/contract/route';
import { routes, type RouteName } from '../../src/desk/contract/routes';
import { decisiveRows, placesOf, type DecisivePerson } from '../support/desk/access/decisive-rows';
import { inAnotherStage } from '../support/desk/access/expected';
import { openCases, unhurriedPolicy } from '../support/desk/access/open-cases';
import { BRANCH, MAKER, Visitors } from '../support/desk/access/visitors';
import { requestFor } from '../support/desk/access/route-requests';
import { tracesOf } from '../support/desk/access/traces';
import {
  ask,
  commandByCommand,
  commandsOf,
  manyAtOnce,
  pathOf,
  patiently,
  routeByRoute,
  told,
  walk,
  type Ground,
} from '../support/desk/access/walk';
import { Browser, type Answer } from '../support/desk/browser';
import { deskStack, type DeskStack } from '../support/desk/stack';
import { exampleDocument, upload } from '../support/desk/steps';

/** Commands that the walk itself has given, to have something to walk. */
const GIVEN = 3;
/** Of a head office: looks at everything. */
const HEAD = { subject: 'walk-head', roles: ['supervisor'] } as const;

let stack: DeskStack;
let pool: Pool;
let ground: Ground;

beforeAll(async () => {
  stack = await deskStack(unhurriedPolicy());
  pool = new Pool({ connectionString: stack.databaseUrl });
  const visitors = new Visitors(stack.url, pool, stack);
  // Whom the walk assigns cases to: the desk takes people alone whom it knows.
  for (const subject of ['walk-assignee', 'WALK-1']) await visitors.letIn({ subject, roles: ['officer'] });
  const cases = await openCases(visitors, stack.temporalAddress);
  const head = await visitors.letIn(HEAD);
  const stored = await upload(head, '/api/cases/loan/WALK-LN', exampleDocument('board-resolution.pdf'));
  ground = { visitors, cases, sha256: stored.body.sha256 };
});
afterAll(async () => {
  await pool.end();
  await stack.stop();
});

/** Read by a session of its own: an unused one ends. */
const traces = async () => tracesOf(pool, await ground.visitors.letIn(HEAD), ground.cases, GIVEN);

test.each([
  [
    'every command of every case is answered by role and relation alone, as its page says',
    commandByCommand,
    700,
  ],
  ['one command for many cases is decided for each as if it were given alone', manyAtOnce, 500],
  ['every route is answered by role, and an upload by branch too', routeByRoute, 300],
] as const)('over HTTP %s, and nothing happens', async (_name, steps, atLeast) => {
  const before = await traces();
  const { answers, wrong } = await walk(ground, steps(ground));
  console.info(`${answers} answers, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(answers).toBeGreaterThan(atLeast);
  const head = await ground.visitors.letIn(HEAD);
  for (const kind of ['loan', 'payout', 'batch'])
    expect((await head.get(`/api/cases/${kind}/WALK-NONE`)).status).toBe(404);
  expect(await traces()).toEqual(before);
});

test('without a login, with an ended session or an idle one, no route and no command is answered', async () => {
  const { visitors, cases, sha256 } = ground;
  const before = await traces();
  const [anonymous, gone, idle] = [
    new Browser(stack.url),
    await visitors.letIn({ subject: 'walk-gone', roles: ['supervisor'] }),
    await visitors.letIn({ subject: 'walk-idle', roles: ['supervisor'] }),
  ];
  const copy = new Browser(stack.url);
  copy.session = gone.session;
  expect((await gone.post('/api/session/end', {})).status).toBe(200);
  await pool.query(
    "UPDATE desk_session SET used_at = now() - interval '16 minutes' WHERE subject = 'walk-idle'",
  );
  const wrong: string[] = [];
  const expectNone = (what: string, answer: Answer) => {
    if (answer.status !== 401 || answer.body.type !== '/problems/log-in')
      wrong.push(`${what}: ${told(answer)}`);
  };
  for (const person of [anonymous, copy, idle]) {
    for (const [name, route] of Object.entries(routes) as [RouteName, Route][])
      expectNone(
        name,
        await ask(person, route, requestFor(name, route, { sha256, reconciliation: 'RC-1' }, false)),
      );
    for (const one of cases)
      for (const [command, row] of commandsOf(one))
        expectNone(
          command,
          await person.post(`${pathOf(one)}/commands/${command}`, inAnotherStage(one, row, sha256)),
        );
  }
  expect(wrong).toEqual([]);
  expect(await traces()).toEqual(before);
});

test('what was written down by hand about who may do what holds, and what is refused leaves no trace', async () => {
  const { visitors, cases, sha256 } = ground;
  const known: Record<DecisivePerson, Browser> = {
    anonymous: new Browser(stack.url),
    officer: await visitors.letIn({ subject: 'walk-officer', roles: ['officer'], branch: BRANCH }),
    officerInKano: await visitors.letIn({ subject: 'walk-kano', roles: ['officer'], branch: 'kano' }),
    supervisor: await visitors.letIn({ subject: 'walk-supervisor', roles: ['supervisor'] }),
    supervisorInKano: await visitors.letIn({ subject: 'walk-kano-2', roles: ['supervisor'], branch: 'kano' }),
    operator: await visitors.letIn({ subject: 'walk-operator', roles: ['operator'] }),
    approver: await visitors.letIn({ subject: 'walk-approver', roles: ['approver'] }),
    auditor: await visitors.letIn({ subject: 'walk-auditor', roles: ['auditor'] }),
    administrator: await visitors.letIn({ subject: 'walk-administrator', roles: ['administrator'] }),
    maker: await visitors.letIn({ subject: MAKER, roles: ['operator'], branch: BRANCH }),
    makerWhoMayApprove: await visitors.letIn({ subject: MAKER, roles: [...DESK_ROLES], branch: BRANCH }),
    withoutRole: await visitors.letIn({ subject: 'walk-none', roles: [] }),
  };
  const rows = decisiveRows(placesOf(cases, sha256));
  expect(rows.length).toBeGreaterThan(40);
  const before = await traces();
  const answerOf = async ({ who, method, path, body }: (typeof rows)[number]) =>
    patiently(() => (method === 'GET' ? known[who].get(path) : known[who].post(path, body)));
  const refused = rows.filter(({ status }) => status !== 200);
  for (const row of refused) {
    const { status, body } = await answerOf(row);
    expect({ ...row, status, tells: String(body.detail) }).toEqual({
      ...row,
      tells: expect.stringMatching(row.tells) as string,
    });
  }
  expect(await traces()).toEqual(before);
  for (const row of rows.filter(({ status }) => status === 200)) {
    const { status, text } = await answerOf(row);
    expect({ ...row, status, text: status === 200 ? '' : text }).toEqual({ ...row, text: '' });
  }
});
