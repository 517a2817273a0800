import { Pool } from 'pg';
import { readRowSeal } from '../../src/desk/names-key';
import { payout } from '../support/desk/access/open-cases';
import { Browser, type Answer } from '../support/desk/browser';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';
import { STEP_UP_KOBO, stepUpPolicy } from '../support/desk/step-up-policy';
import { startPayout, until } from '../support/desk/steps';

let stack: DeskStack;
let maker: Browser;
beforeAll(async () => {
  stack = await deskStack(stepUpPolicy());
  maker = await loggedIn(stack.url, 'maker');
});
afterAll(() => stack.stop());

/** A payout that waits to be approved, and what approves it. */
async function waiting(reference: string, kobo: number) {
  await startPayout(maker, payout(reference, kobo));
  const path = `/api/cases/payout/${reference}`;
  const { approvals } = await until(
    () => maker.get(path),
    (body) => body.approvals?.length > 0,
  );
  const [item] = approvals;
  const approve = (browser: Browser, key: string, digest: string = item.digest) =>
    browser.post(
      `${path}/commands/approve`,
      { fields: { expectedDigest: digest } },
      { 'idempotency-key': key },
    );
  return { path, approve, freshLogin: item.freshLogin as boolean };
}

const stageOf = (path: string, stage: string): Promise<Answer['body']> =>
  until(
    () => maker.get(path),
    (body) => body.stage === stage,
  );

test('from the step-up amount on an approval is sent once its person has logged in for it, and its page is told the outcome', async () => {
  const { path, approve, freshLogin } = await waiting('STEP-1', STEP_UP_KOBO);
  expect(freshLogin).toBe(true);
  const approver = await loggedIn(stack.url, 'approver');
  const asked = await approve(approver, 'step-1');
  expect(asked).toMatchObject({
    status: 401,
    body: { type: '/problems/fresh-login', login: '/api/login?command=step-1' },
  });
  expect((await approver.get('/api/given/step-1')).body).not.toHaveProperty('receipt');
  expect((await maker.get(path)).body.stage).toBe('APPROVAL');
  const landed = await approver.logInAt(
    `${asked.body.login}&to=${encodeURIComponent('/cases/payout/STEP-1?x=1')}`,
    'approver',
  );
  expect(landed.headers.get('refresh')).toBe('0; url=/cases/payout/STEP-1?x=1&given=step-1');
  expect((await approver.get('/api/given/step-1')).body).toMatchObject({
    ...{ kind: 'payout', reference: 'STEP-1', command: 'approve' },
    receipt: { command: 'approve', repeated: false },
  });
  expect((await approve(approver, 'step-1')).body).toMatchObject({ command: 'approve', repeated: true });
  expect((await maker.get('/api/given/step-1')).status).toBe(404);
  await stageOf(path, 'SUCCESS');
  const supervisor = await loggedIn(stack.url, 'supervisor');
  const { body } = await supervisor.get('/api/audit?person=approver&case=payout:STEP-1');
  expect(body.entries[0]).toMatchObject({ what: 'approve', signed: true });
  const pool = new Pool({ connectionString: stack.databaseUrl });
  const { rows } = await pool.query<{ login: string }>(
    `SELECT content::jsonb->>'login' AS login FROM audit_detail WHERE content LIKE '%"login"%'`,
  );
  const { rows: kept } = await pool.query<{ subject: string; request_id: string; sealed: string }>(
    'SELECT subject, request_id, sealed FROM desk_command',
  );
  await pool.end();
  // What proves the login later stands there; the token itself is kept nowhere at the desk.
  expect(rows).toEqual([{ login: expect.stringMatching(/^[\w-]{43}$/) as string }]);
  const seal = readRowSeal(stack.namesKeyFile, stack.issuer);
  const messages = kept.map(({ subject, request_id, sealed }) =>
    Object(seal.open(JSON.stringify(['command', subject, request_id]), sealed)),
  ) as { message: object }[];
  expect(messages.map(({ message }) => Object.keys(message).sort())).toEqual([
    ['act', 'expectedDigest', 'salt'],
  ]);
});

test('below the amount the session is enough', async () => {
  const { path, approve, freshLogin } = await waiting('STEP-2', STEP_UP_KOBO - 1);
  expect(freshLogin).toBe(false);
  const approver = await loggedIn(stack.url, 'approver');
  expect((await approve(approver, 'step-2')).status).toBe(200);
  await stageOf(path, 'SUCCESS');
});

test('the login of another person sends nothing, and neither does one for a command that no one has given', async () => {
  const { path, approve } = await waiting('STEP-3', STEP_UP_KOBO + 1);
  const approver = await loggedIn(stack.url, 'approver');
  const { body } = await approve(approver, 'step-3');
  // At the provider no one is logged in there.
  const elsewhere = new Browser(stack.url);
  elsewhere.session = approver.session;
  const landed = await elsewhere.logInAt(body.login, 'supervisor');
  expect(landed).toMatchObject({ status: 403, body: { type: '/problems/not-allowed' } });
  expect((await approver.get('/api/session')).body.subject).toBe('approver');
  expect((await approver.get('/api/login?command=step-none')).status).toBe(404);
  const supervisor = await loggedIn(stack.url, 'supervisor');
  expect((await supervisor.get(body.login)).status).toBe(404);
  expect((await maker.get(path)).body).toMatchObject({ stage: 'APPROVAL', approvals: [{ approvers: [] }] });
});

test('nobody logs in to approve what has changed; what changes during the login is told after it', async () => {
  const { path, approve } = await waiting('STEP-4', STEP_UP_KOBO + 1);
  const approver = await loggedIn(stack.url, 'approver');
  const changed = 'The payout STEP-4 changed after you opened it: look at it again.';
  const stale = await approve(approver, 'step-4-stale', 'ab'.repeat(32));
  expect(stale).toMatchObject({ status: 409, body: { type: '/problems/changed', detail: changed } });
  const { body } = await approve(approver, 'step-4');
  const digestIn = (page: Answer['body']) => page.approvals?.[0]?.digest as string | undefined;
  const before = digestIn((await maker.get(path)).body);
  await maker.post(`${path}/commands/amend`, { fields: { remark: 'Another remark' } });
  await until(
    () => maker.get(path),
    (page) => ![before, undefined].includes(digestIn(page)),
  );
  await approver.logInAt(body.login, 'approver');
  expect((await approver.get('/api/given/step-4')).body.refusal).toContain(changed);
  expect((await maker.get(path)).body.stage).toBe('APPROVAL');
});

test('a person logs in for one command at a time', async () => {
  const { path, approve } = await waiting('STEP-5', STEP_UP_KOBO + 1);
  const approver = await loggedIn(stack.url, 'approver');
  expect((await approve(approver, 'step-5')).status).toBe(401);
  const [item] = (await approver.get(path)).body.approvals;
  const cases = [{ kind: 'payout', reference: 'STEP-5' }];
  const order = { command: 'approve', fields: { expectedDigest: item.digest }, cases };
  const { body } = await approver.post('/api/commands', order);
  expect(body.results[0].refusal).toContain('give the command for this case alone');
});
