import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering(undefined, { ...USUAL_PAYOUT_POLICY, preChecks: 'always' });
const operator = { actor: 'operator-1', role: 'operator' };
const NUMBER = '0000000092';

const payoutTo = (bankCode: string, source = '9000000001') => {
  const file = payoutFile(holderOf(bankCode, NUMBER), NUMBER, source);
  return { ...file, beneficiary: { ...file.beneficiary, bankCode } };
};
const uptimeIs = (code: string, uptime: number) =>
  environment.bank.rules.add({ subject: 'uptime', when: { code }, then: { uptime } });
const committed = (reference: string) =>
  environment.bank.committed.list({ effect: 'payout-committed', key: reference }).length;

test('a payout to a bank that is hardly reachable is held, and goes out by itself once the bank is back', async () => {
  uptimeIs('902', 30);
  const payout = await environment.startPayout(payoutTo('902'));
  const { reference } = await payout.until(({ waiting }) => waiting?.for === 'BANK_UPTIME');
  await environment.sleep(60);
  expect(committed(reference)).toBe(0);
  uptimeIs('902', 90);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  expect(committed(reference)).toBe(1);
});

test.each([
  ['locked', '9000000003', 'is locked'],
  ['short of money', '9000000002', 'too little money'],
])('a payout from an account that is %s waits for a person', async (_what, source, cause) => {
  const payout = await environment.startPayout({ ...payoutTo('901', source), amountKobo: 90_000_000 });
  const { attention, reference, stage } = await payout.untilAttention();
  expect(attention?.cause).toContain(cause);
  expect(stage).toBe('PREPARING');
  expect(committed(reference)).toBe(0);
  await payout.tell('release', { ...operator, reason: 'CHECKED' });
  const refused = await payout.untilAttention();
  expect(refused.stage).toBe('SUBMITTING');
  await payout.tell('abandon', { role: 'supervisor', reason: 'OTHER' });
  expect(await payout.result()).toMatchObject({ status: 'CANCELLED' });
});

/** A payout whose beneficiary's name does not fit the account. */
async function inQuestion(): Promise<Steered> {
  const { beneficiary, ...file } = payoutTo('904');
  const payout = await environment.startPayout({
    ...file,
    beneficiary: { ...beneficiary, accountName: 'Another Person' },
  });
  await payout.untilAttention();
  return payout;
}

test('a payout that an operator holds is not sent before its release', async () => {
  const payout = await inQuestion();
  expect(await payout.refusal('release', { ...operator, reason: 'OTHER' })).toContain('Nothing holds it');
  await payout.tell('hold', { ...operator, reason: 'SUSPECTED_FRAUD' });
  await payout.tellTogether('confirmName', { ...operator, reason: 'KNOWN_ALIAS' });
  const { reference } = await payout.until(({ waiting }) => waiting?.for === 'RELEASE');
  await environment.sleep(12 * 60);
  expect(committed(reference)).toBe(0);
  expect((await payout.snapshot()).facts).toMatchObject({
    heldBy: operator.actor,
    heldFor: 'SUSPECTED_FRAUD',
  });
  await payout.tell('release', { ...operator, reason: 'CHECKED' });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  const { timeline, facts } = await payout.snapshot();
  // Whoever decides about it after the release is told of the hold.
  expect(facts).toMatchObject({ heldBy: operator.actor, releasedBy: operator.actor, releasedFor: 'CHECKED' });
  const reasons = timeline.filter(({ by }) => by.includes(operator.actor)).map(({ note }) => note);
  expect([...new Set(reasons)]).toEqual(['SUSPECTED_FRAUD', 'KNOWN_ALIAS', 'CHECKED']);
});

test('nobody releases a payout, or confirms its name, that was changed since they looked at it', async () => {
  const payout = await inQuestion();
  expect(await payout.snapshot()).toMatchObject({ stage: 'PREPARING', changes: 0 });
  await payout.tell('hold', { ...operator, reason: 'SUSPECTED_FRAUD' });
  const seen = { expectedStage: 'PREPARING', expectedChanges: 1 };
  await payout.tell('amend', { ...operator, accountNumber: '0000000093' });
  await payout.untilAttention();
  const told = await payout.snapshot();
  expect(told).toMatchObject({ stage: 'PREPARING', changes: 2 });
  expect(told.timeline.map(({ note }) => note)).toContain(
    'changed: account …0092 at Sample Bank, 904 to account …0093 at Sample Bank, 904',
  );
  const answers = { release: 'CHECKED', confirmName: 'KNOWN_ALIAS' };
  for (const [command, reason] of Object.entries(answers))
    expect(await payout.refusal(command, { ...operator, reason, ...seen })).toContain(
      'was given for other content: the payout was changed, held back or sent since',
    );
  await payout.tellTogether('confirmName', { ...operator, reason: 'KNOWN_ALIAS', expectedChanges: 2 });
  await payout.tell('release', { ...operator, reason: 'CHECKED', expectedChanges: 2 });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('who releases a payout from the wait for its bank does not release it from a hold that came since', async () => {
  uptimeIs('902', 30);
  const payout = await environment.startPayout(payoutTo('902'));
  await payout.until(({ waiting }) => waiting?.for === 'BANK_UPTIME');
  const seen = { ...operator, reason: 'BANK_CONFIRMED', expectedChanges: 0 };
  await payout.tell('hold', { actor: 'operator-2', role: 'operator', reason: 'SUSPECTED_FRAUD' });
  expect(await payout.refusal('release', seen)).toContain('held back or sent since');
  await payout.tell('release', { ...seen, reason: 'CHECKED', expectedChanges: 1 });
  uptimeIs('902', 90);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('who made a payout does not release it while somebody else holds it back', async () => {
  const maker = { ...operator, actor: 'maker-1' };
  const file = { ...payoutTo('904'), createdBy: maker.actor };
  const payout = await environment.startPayout({
    ...file,
    beneficiary: { ...file.beneficiary, accountName: 'Another Person' },
  });
  await payout.untilAttention();
  await payout.tell('hold', { ...operator, reason: 'SUSPECTED_FRAUD' });
  expect(await payout.refusal('release', { ...maker, reason: 'URGENT' })).toContain(
    'somebody else holds it back',
  );
  await payout.tell('release', { ...operator, reason: 'CHECKED' });
  // Their own hold they lift, however they wrote their id when they gave it.
  await payout.tell('hold', { ...maker, actor: 'Maker-1', reason: 'WAIT_FOR_FUNDS' });
  const { facts } = await payout.snapshot();
  expect([facts.heldFor, facts.releasedBy]).toEqual(['WAIT_FOR_FUNDS', undefined]);
  await payout.tell('release', { ...maker, reason: 'CHECKED' });
});
