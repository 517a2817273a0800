import { stampOf } from '../../../src/activities/gate/policies';
import { lendingRulesOf, USUAL_LENDING_POLICY, type LendingPolicy } from '../../../src/domain/loan/policy';
import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import {
  ACCOUNT,
  accountOrder,
  BORROWER,
  LOAN,
  LOAN_CASE,
  startedWith,
  together,
} from '../../support/activities/disbursement';
import { borrower, desk, officer, sending, supervisor } from '../../support/activities/gate';
import { receipts } from '../../support/authority/forgeries';
import { failureOf } from '../../support/fake-bank';

const UNRELATED = 'ANOTHER PERSON ENTIRELY';
const OTHER = { accountNumber: '9000000002', bankCode: '900' };
const CONFIRMATION = { endsWith: '0001', reason: 'CHECKED_WITH_BORROWER' };
const byBorrower = { key: borrower.key, role: 'borrower' } as const;
const byOfficer = { key: officer.key, role: 'officer' } as const;
const bySupervisor = { key: supervisor.key, role: 'supervisor' } as const;

async function isSet(authorisation: object, more: Parameters<typeof sending>[1] = {}): Promise<void> {
  const { bank, send } = sending(LOAN_CASE, { holder: BORROWER, ...more });
  await send('setDisbursementAccount', accountOrder, authorisation);
  expect(bank.setDisbursementAccount).toHaveBeenCalledTimes(1);
}

type Refused = Parameters<typeof sending>[1] & { workflowId?: string; type?: string };

/** The sentence with which the account of another holder is refused until people have confirmed it. */
const untilConfirmed = (authorisation: object, more: Refused = {}) =>
  refusalOf(authorisation, { holder: UNRELATED, type: 'HOLDER_DIFFERS', ...more });

async function refusalOf(
  authorisation: object | undefined,
  { workflowId = LOAN_CASE, type = 'PROOF_REFUSED', ...more }: Refused = {},
): Promise<string> {
  const { bank, send } = sending(workflowId, { holder: BORROWER, ...more });
  const failure = await failureOf(send('setDisbursementAccount', accountOrder, authorisation));
  expect(failure).toMatchObject({ type, nonRetryable: true });
  expect(bank.setDisbursementAccount).not.toHaveBeenCalled();
  return failure.message;
}

test("a loan is paid into the account that its start names, where its holder has a name of the bank's own record of the customer", async () => {
  await isSet(await startedWith(ACCOUNT));
  const record = { first_name: 'TEST', last_name: 'BORROWER', business_name: 'Sandbox Stores' };
  await isSet(await startedWith(ACCOUNT), { holder: 'SANDBOX STORES', record });
});

test.each([
  ['a business name', { businessName: UNRELATED }],
  [
    "the customer's own name",
    { customer: { ...LOAN.customer, firstName: 'ANOTHER PERSON', lastName: 'ENTIRELY' } },
  ],
])('typed in the start, %s that only the holder has lets no loan be paid', async (_what, typed) => {
  const started = await startedWith(ACCOUNT, typed);
  expect(await untilConfirmed(started)).toContain('without the act');
  const holder = await together('confirmAccountHolder', CONFIRMATION);
  await isSet({ ...started, holder }, { holder: UNRELATED });
});

test('a customer whose record the bank does not show has no name in which an account is held', async () => {
  const started = await startedWith(ACCOUNT);
  const unshown = { holder: BORROWER, record: null };
  expect(await untilConfirmed(started, unshown)).toContain('without the act');
  await isSet({ ...started, holder: await together('confirmAccountHolder', CONFIRMATION) }, unshown);
});

test('in the mode open the names count that the bank has, too, until the case says that people have confirmed the account', async () => {
  const open = { mode: 'open', holder: UNRELATED } as const;
  expect(await untilConfirmed({}, open)).toContain('no person has confirmed');
  expect(await untilConfirmed({ confirmed: '0002' }, open)).toContain('no person has confirmed');
  await isSet({ confirmed: '0001' }, open);
  await isSet({}, { mode: 'open' });
});

test('the customer is read once, and no bank call more is made than the gate needs', async () => {
  const { bank, send } = sending(LOAN_CASE, { holder: BORROWER });
  await send('setDisbursementAccount', accountOrder, await startedWith(ACCOUNT));
  const calls = Object.values(bank).reduce((sum, { mock }) => sum + mock.calls.length, 0);
  expect({ calls, customers: bank.getCustomer.mock.calls.length }).toEqual({ calls: 4, customers: 1 });
});

test('a loan is paid into another account once a second person has confirmed it, also where its borrower proposes it', async () => {
  await isSet({
    ...(await startedWith(OTHER)),
    account: await together('setDisbursementAccount', ACCOUNT),
  });
  await isSet({
    ...(await startedWith()),
    account: await together('setDisbursementAccount', ACCOUNT, { by: byBorrower, others: [byOfficer] }),
  });
});

test('an account without proof, or under another case or another application, is not set', async () => {
  expect(await refusalOf(undefined)).toContain('without the act');
  expect(await refusalOf(await startedWith(ACCOUNT), { workflowId: 'loan:LN-2' })).toContain(
    'something else',
  );
  expect(await refusalOf(await startedWith(ACCOUNT), { workflowId: 'payout:LN-1' })).toContain(
    'something else',
  );
  expect(await refusalOf(await startedWith(ACCOUNT), { loan: 'LN-2' })).toContain('another loan');
});

test('an account that no person has asked for is not set', async () => {
  expect(await refusalOf(await startedWith())).toContain('not the account');
  expect(await refusalOf(await startedWith(OTHER))).toContain('not the account');
  const account = await together('setDisbursementAccount', OTHER);
  expect(await refusalOf({ ...(await startedWith(ACCOUNT)), account })).toContain('not the account');
});

test.each([
  ['no second person', { others: [] }],
  ['its sender as the second person', { others: [byOfficer] }],
  ['the borrower as the second person', { others: [byBorrower] }],
  ['a second person who has confirmed another account', { confirmed: OTHER }],
])('another account with %s is not set', async (_how, varied) => {
  const account = await together('setDisbursementAccount', ACCOUNT, varied);
  expect(await refusalOf({ ...(await startedWith()), account })).toMatch(/people in the role|takes the role/);
});

test('a borrower decides about no account, even where the policy asks for no second person', async () => {
  const lending = {
    ...USUAL_LENDING_POLICY,
    commands: { ...USUAL_LENDING_POLICY.commands, setDisbursementAccount: { confirmations: [] } },
  };
  const alone = (by: typeof byOfficer | typeof byBorrower) =>
    together('setDisbursementAccount', ACCOUNT, { by, others: [] });
  await isSet({ ...(await startedWith()), account: await alone(byOfficer) }, { lending });
  const account = await alone(byBorrower);
  expect(await refusalOf({ ...(await startedWith()), account }, { lending })).toContain('0 of 1 people');
});

test('an account of another holder is set once two people have confirmed these digits, whatever the case says of its holder', async () => {
  const started = await startedWith(ACCOUNT);
  expect(await untilConfirmed(started)).toContain('without the act');
  const holder = await together('confirmAccountHolder', CONFIRMATION);
  await isSet({ ...started, holder }, { holder: UNRELATED });
  const alone = await together('confirmAccountHolder', CONFIRMATION, { others: [] });
  expect(await untilConfirmed({ ...started, holder: alone })).toContain('0 of 1 people');
  const elsewhere = await together('confirmAccountHolder', CONFIRMATION, {
    about: { ...ACCOUNT, bankCode: '901' },
  });
  expect(await untilConfirmed({ ...started, holder: elsewhere })).toContain('0 of 1 people');
  const digits = await together('confirmAccountHolder', { ...CONFIRMATION, endsWith: '0002' });
  expect(await untilConfirmed({ ...started, holder: digits })).toContain(
    'no person has confirmed this account',
  );
});

test('who has named the account is no second person for its holder, and an older confirmation does not count', async () => {
  const started = await startedWith();
  const account = await together('setDisbursementAccount', ACCOUNT, {
    by: bySupervisor,
    others: [byOfficer],
  });
  const holder = await together('confirmAccountHolder', CONFIRMATION);
  expect(await untilConfirmed({ ...started, account, holder })).toContain('0 of 1 people');
  const byOthers = await together('setDisbursementAccount', ACCOUNT, {
    by: byBorrower,
    others: [byOfficer],
    agoMs: 60_000,
  });
  await isSet({ ...started, account: byOthers, holder }, { holder: UNRELATED });
  const older = await together('confirmAccountHolder', CONFIRMATION, { agoMs: 120_000 });
  expect(await untilConfirmed({ ...started, account: byOthers, holder: older })).toContain(
    'no person has confirmed this account',
  );
});

test('no policy lets one person pay a loan to another name than those of the record', async () => {
  const commands = { ...USUAL_LENDING_POLICY.commands, confirmAccountHolder: { confirmations: [] } };
  const lending = { ...USUAL_LENDING_POLICY, commands };
  const started = await startedWith(ACCOUNT);
  const alone = await together('confirmAccountHolder', CONFIRMATION, { others: [] });
  expect(await untilConfirmed({ ...started, holder: alone }, { lending })).toContain('0 of 1 people');
  const holder = await together('confirmAccountHolder', CONFIRMATION);
  await isSet({ ...started, holder }, { holder: UNRELATED, lending });
});

test('from the step-up amount on, agreeing at a desk to another name takes a fresh login', async () => {
  const lending = { ...USUAL_LENDING_POLICY, stepUpKobo: 50_000_000 };
  const started = await startedWith(ACCOUNT);
  const atDesk = (login?: string) =>
    together('confirmAccountHolder', CONFIRMATION, {
      others: [
        {
          key: { ...desk.key, subject: 'officer-2' },
          role: 'supervisor',
          ...(login !== undefined && { login }),
        },
      ],
    });
  expect(await untilConfirmed({ ...started, holder: await atDesk() }, { lending })).toContain('fresh login');
  await isSet({ ...started, holder: await atDesk('login') }, { holder: UNRELATED, lending });
});

/** The start of a loan that a worker has taken under these rules. */
async function openedUnder(lending: LendingPolicy) {
  const { start } = await startedWith();
  const { act, receipt, ...said } = start;
  const policy = stampOf(USUAL_PAYOUT_POLICY, lending);
  return {
    start: { ...receipts.give(act, { wf: receipt.wf, at: receipt.at, policy }), ...said },
    lending: lendingRulesOf(lending),
  };
}

test('the account of a loan keeps to the rules under which it was opened and to those of the worker, whichever are stricter', async () => {
  const lax = { ...USUAL_LENDING_POLICY, commands: { setDisbursementAccount: { confirmations: [] } } };
  const alone = await together('setDisbursementAccount', ACCOUNT, { by: byOfficer, others: [] });
  const both = await together('setDisbursementAccount', ACCOUNT, { by: byOfficer });
  for (const [opened, lending] of [
    [USUAL_LENDING_POLICY, lax],
    [lax, USUAL_LENDING_POLICY],
  ] as const) {
    const started = await openedUnder(opened);
    expect(await refusalOf({ ...started, account: alone }, { lending })).toContain('0 of 1 people');
    await isSet({ ...started, account: both }, { lending });
  }
  const { lending: _left, ...without } = await openedUnder(USUAL_LENDING_POLICY);
  expect(await refusalOf({ ...without, account: alone }, { lending: lax })).toContain(
    'without the policy under which its case was opened',
  );
});
