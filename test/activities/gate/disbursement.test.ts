import { USUAL_LENDING_POLICY } from '../../../src/domain/loan/policy';
import {
  ACCOUNT,
  accountOrder,
  BORROWER,
  LOAN_CASE,
  startedWith,
  together,
} from '../../support/activities/disbursement';
import { borrower, officer, sending, supervisor } from '../../support/activities/gate';
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

async function refusalOf(
  authorisation: object | undefined,
  { workflowId = LOAN_CASE, ...more }: Parameters<typeof sending>[1] & { workflowId?: string } = {},
): Promise<string> {
  const { bank, send } = sending(workflowId, { holder: BORROWER, ...more });
  const failure = await failureOf(send('setDisbursementAccount', accountOrder, authorisation));
  expect(failure).toMatchObject({ type: 'PROOF_REFUSED', nonRetryable: true });
  expect(bank.setDisbursementAccount).not.toHaveBeenCalled();
  return failure.message;
}

test('a loan is paid into the account that its start names, where the bank says that the borrower holds it', async () => {
  await isSet(await startedWith(ACCOUNT));
  await isSet(await startedWith(ACCOUNT, { businessName: 'Sandbox Stores' }), { holder: 'SANDBOX STORES' });
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
  expect(await refusalOf(started, { holder: UNRELATED })).toContain('without the act');
  const holder = await together('confirmAccountHolder', CONFIRMATION);
  await isSet({ ...started, holder }, { holder: UNRELATED });
  const alone = await together('confirmAccountHolder', CONFIRMATION, { others: [] });
  expect(await refusalOf({ ...started, holder: alone }, { holder: UNRELATED })).toContain('0 of 1 people');
  const digits = await together('confirmAccountHolder', { ...CONFIRMATION, endsWith: '0002' });
  expect(await refusalOf({ ...started, holder: digits }, { holder: UNRELATED })).toContain(
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
  expect(await refusalOf({ ...started, account, holder }, { holder: UNRELATED })).toContain('0 of 1 people');
  const byOthers = await together('setDisbursementAccount', ACCOUNT, {
    by: byBorrower,
    others: [byOfficer],
    agoMs: 60_000,
  });
  await isSet({ ...started, account: byOthers, holder }, { holder: UNRELATED });
  const older = await together('confirmAccountHolder', CONFIRMATION, { agoMs: 120_000 });
  expect(await refusalOf({ ...started, account: byOthers, holder: older }, { holder: UNRELATED })).toContain(
    'no person has confirmed this account',
  );
});
