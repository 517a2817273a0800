import { ENQUIRIES_MAX } from '../../src/desk/access/uploads-and-enquiries';
import { holderOf } from '../../sandbox/money/banks';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { deskStack, loggedIn, type DeskStack } from '../support/desk/stack';
import { until } from '../support/desk/steps';

let stack: DeskStack;
beforeAll(async () => (stack = await deskStack()));
afterAll(() => stack.stop());

const PATH = '/api/name-enquiries';
const ACCOUNT = { bankCode: '901', accountNumber: '0000000083' };
const HOLDER = holderOf('901', ACCOUNT.accountNumber);

test('a maker is told the name on an account and how well the given one fits, and Temporal keeps nothing of it', async () => {
  const maker = await loggedIn(stack.url, 'maker');
  expect((await maker.post(PATH, ACCOUNT)).body).toEqual({ accountName: HOLDER });
  expect((await maker.post(PATH, { ...ACCOUNT, accountName: HOLDER })).body.verdict).toBe('match');
  expect((await maker.post(PATH, { ...ACCOUNT, accountName: 'Musa Danladi' })).body.verdict).toBe('mismatch');
  const client = await connectClient(temporalTarget({ address: stack.temporalAddress, asksStack: true }));
  const kept = await until(
    async () => ({ body: await client.workflow.count('WorkflowType = "nameEnquiryWorkflow"') }) as never,
    ({ count }) => count === 0,
  );
  expect(kept.count).toBe(0);
  await client.connection.close();
});

test('who may start no payout asks for no name, and no one asks without end', async () => {
  const approver = await loggedIn(stack.url, 'approver');
  expect((await approver.post(PATH, ACCOUNT)).status).toBe(403);
  const officer = await loggedIn(stack.url, 'officer');
  for (let asked = 0; asked < ENQUIRIES_MAX; asked++)
    expect((await officer.post(PATH, ACCOUNT)).status).toBe(200);
  const { status, body } = await officer.post(PATH, ACCOUNT);
  expect({ status, type: body.type }).toEqual({ status: 429, type: '/problems/too-many' });
});

test.each([
  [{ ...ACCOUNT, accountNumber: '123' }],
  [{ ...ACCOUNT, bankCode: "901' OR 1=1" }],
  [{ ...ACCOUNT, more: 1 }],
])('an enquiry about %j is refused before the bank is asked', async (body) => {
  const supervisor = await loggedIn(stack.url, 'supervisor');
  expect((await supervisor.post(PATH, body)).status).toBe(422);
});
