import { refusals } from '../../../src/bank/contract/refusals';
import type { CaseDetails } from '../../../src/domain/case/details';
import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const APPROVALS = [
  { fromKobo: 1_000_000, approvals: 1, roles: ['approver'] },
  { fromKobo: 10_000_000, approvals: 2, roles: ['approver', 'supervisor'] },
] as const;
const environment = steering(undefined, { ...USUAL_PAYOUT_POLICY, approvals: APPROVALS });

const NUMBER = '0000000090';
const payout = (more: object = {}) => ({
  ...payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001'),
  createdBy: 'maker-1',
  ...more,
});
const payoutTo = (accountNumber: string, accountName = holderOf('901', accountNumber)) => ({
  ...payout(),
  beneficiary: { ...payout().beneficiary, accountNumber, accountName },
});
const committed = (reference: string) =>
  environment.bank.committed
    .list({ effect: 'payout-committed', key: reference })
    .map(({ amountKobo }) => amountKobo);

const start = async (more: object = {}) => {
  const steered = await environment.startPayout(payout(more));
  const file = await steered.untilStage('APPROVAL');
  return { steered, file, expectedDigest: String(file.facts.digest) };
};
const approver = (actor: string) => ({ actor, role: 'approver' });
const digestNow = async (steered: Steered) => String((await steered.snapshot()).facts.digest);

test('a payout below every threshold asks no approver', async () => {
  const steered = await environment.startPayout(payout({ amountKobo: 999_999, createdBy: undefined }));
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a payout waits for its approval, goes out, and names in its result who agreed to what', async () => {
  const { steered, file, expectedDigest } = await start();
  expect(file.waiting).toMatchObject({ for: 'APPROVAL', on: 'approver' });
  expect(file.facts).toMatchObject({ approvals: '0 of 1' });
  expect(committed(file.reference)).toEqual([]);
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  const agreed = { approvers: ['checker-1'], digest: expectedDigest };
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS', ...agreed });
  expect(committed(file.reference)).toEqual([2_500_000]);
});

test.each([
  ['its creator', approver('maker-1'), {}, 'made or changed this'],
  ['its creator in other capitals', approver('Maker-1'), {}, 'made or changed this'],
  ['another role', { actor: 'checker-1', role: 'officer' }, {}, 'takes the role approver'],
  ['another digest', approver('checker-1'), { expectedDigest: '0'.repeat(64) }, 'look again'],
])('%s cannot approve', async (_what, who, more, sentence) => {
  const { steered, expectedDigest } = await start();
  expect(await steered.refusal('approve', { ...who, expectedDigest, ...more })).toContain(sentence);
  await steered.tell('reject', { ...approver('checker-1'), reason: 'DUPLICATE' });
  expect(await steered.result()).toMatchObject({ status: 'CANCELLED', reason: 'DUPLICATE' });
  expect(committed((await steered.snapshot()).reference)).toEqual([]);
});

test('a large payout takes two different people', async () => {
  const { steered, expectedDigest, file } = await start({ amountKobo: 10_000_000 });
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  expect(await steered.refusal('approve', { ...approver('checker-1'), expectedDigest })).toContain(
    'approved it before',
  );
  expect(await steered.refusal('approve', { ...approver('CHECKER-1'), expectedDigest })).toContain(
    'approved it before',
  );
  await environment.sleep(60);
  expect(committed(file.reference)).toEqual([]);
  await steered.signal('approve', { actor: 'checker-2', role: 'supervisor', expectedDigest });
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

const notes = async (steered: Steered) => (await steered.snapshot()).timeline.map(({ note }) => note);

test('a change voids what was approved, and who made it cannot approve it', async () => {
  const { steered, file, expectedDigest } = await start({ amountKobo: 10_000_000 });
  expect(file.others?.amend?.rules).toMatchObject({ agreements: [], approvals: APPROVALS });
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  await steered.tell('amend', { actor: 'maker-2', role: 'operator', amountKobo: 11_000_000 });
  const { facts, reference } = await steered.until((file) => file.facts.approvals === '0 of 2');
  expect(facts.digest).not.toBe(expectedDigest);
  expect(await notes(steered)).toContain('changed: ₦100,000.00 to ₦110,000.00');
  expect(await steered.refusal('approve', { ...approver('checker-2'), expectedDigest })).toContain(
    'look again',
  );
  const digest = { expectedDigest: await digestNow(steered) };
  expect(await steered.refusal('approve', { ...approver('maker-2'), ...digest })).toContain('changed this');
  await steered.tell('approve', { ...approver('checker-1'), ...digest });
  await steered.tell('approve', { ...approver('checker-2'), ...digest });
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS', amountKobo: 11_000_000 });
  expect(committed(reference)).toEqual([11_000_000]);
});

test('a change of the beneficiary has its name resolved and compared anew', async () => {
  const { steered } = await start();
  const accountNumber = '0000000091';
  const other = { actor: 'maker-2', role: 'operator', accountNumber };
  await steered.tell('amend', other);
  const { attention } = await steered.untilAttention();
  expect(attention?.cause).toContain('does not fit');
  expect(await notes(steered)).toContain(
    'changed: account …0090 at Sample Bank, 901 to account …0091 at Sample Bank, 901',
  );
  await steered.tell('amend', { ...other, accountName: holderOf('901', accountNumber) });
  await steered.untilStage('APPROVAL');
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest: await digestNow(steered) });
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

test('after a change to an account that the bank does not know, no verdict on names stands', async () => {
  const { steered, file } = await start();
  expect(file.facts.nameVerdict).toBe('match');
  await steered.tell('amend', { actor: 'maker-2', role: 'operator', bankCode: '999' });
  const { attention, facts } = await steered.untilAttention();
  expect(attention?.cause).toContain('Account not found');
  expect(facts.nameVerdict).toBeUndefined();
});

test('a payout tells whom it pays as it was changed, what it was before, and the name on the account', async () => {
  const { steered, file } = await start();
  const details = () => steered.handle.query<CaseDetails>('details');
  const accountNumber = '0000000091';
  expect(await details()).toMatchObject({
    ...{
      createdBy: 'maker-1',
      makers: ['maker-1'],
      amountKobo: 2_500_000,
      source: { accountNumber: '9000000001' },
    },
    beneficiary: { bankCode: '901', accountNumber: NUMBER, accountName: holderOf('901', NUMBER) },
  });
  const change = { accountNumber, accountName: 'Halima Other', amountKobo: 3_000_000 };
  await steered.tell('amend', { actor: 'maker-2', role: 'operator', ...change });
  await steered.untilAttention();
  expect(await details()).toMatchObject({
    ...{ amountKobo: 3_000_000, nameOnAccount: holderOf('901', accountNumber) },
    makers: ['maker-1', 'maker-2'],
    made: { amountKobo: 2_500_000, beneficiary: { bankCode: '901', accountNumber: NUMBER } },
    beneficiary: { bankCode: '901', accountNumber, accountName: 'Halima Other' },
  });
  await steered.tellTogether('confirmName', vouching);
  await steered.untilStage('APPROVAL');
  const { facts } = await steered.snapshot();
  expect(facts).toMatchObject({ nameConfirmedBy: vouching.actor, nameConfirmedFor: vouching.reason });
  const shown = JSON.stringify(await steered.snapshot());
  for (const personal of [accountNumber, 'Halima', holderOf('901', accountNumber)])
    expect(shown).not.toContain(personal);
  await steered.tell('reject', { ...approver('checker-2'), reason: 'OTHER' });
  expect(await steered.result()).toMatchObject({ status: 'CANCELLED', reference: file.reference });
});

test('who comes second reads whose command came first, and when', async () => {
  const { steered, expectedDigest } = await start();
  await steered.tell('hold', { actor: 'operator-1', role: 'operator', reason: 'UNDER_REVIEW' });
  const { acceptedAt } = await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  await steered.untilStage('APPROVED');
  const late = { ...approver('checker-2'), expectedDigest, expectedStage: 'APPROVAL' };
  expect(await steered.refusal('approve', late)).toContain(
    `approve expected the stage APPROVAL: approve by checker-1 came first, at ${acceptedAt}.`,
  );
  await steered.tell('release', { actor: 'operator-1', role: 'operator', reason: 'CHECKED' });
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

test('who has vouched for the name on the account cannot approve the payout', async () => {
  const steered = await environment.startPayout(payoutTo(NUMBER, 'Another Person'));
  await steered.untilAttention();
  await steered.tellTogether('confirmName', { actor: 'checker-1', role: 'operator', reason: 'KNOWN_ALIAS' });
  await steered.untilStage('APPROVAL');
  const expectedDigest = await digestNow(steered);
  expect(await steered.refusal('approve', { ...approver('checker-1'), expectedDigest })).toContain(
    'made or changed this',
  );
  await steered.tell('approve', { ...approver('checker-2'), expectedDigest });
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

test.each([
  ['must agree to it where nobody approves the payout afterwards', 999_999, 'agreement'],
  ['approve the payout after it as usual', 1_000_000, 'approval'],
])('a payout tells before a name is confirmed that others %s', async (_, amountKobo, which) => {
  const differing = { ...payoutTo(NUMBER, 'Another Person'), amountKobo };
  const steered = await environment.startPayout(differing);
  await steered.untilAttention();
  const { others = {} } = await steered.snapshot();
  expect(Object.keys(others.confirmName ?? {}).sort()).toEqual([which, 'except'].sort());
  expect(others.confirmName?.[which as 'approval']?.approvals).toBe(1);
  expect(others).not.toHaveProperty('hold');
  await steered.tell('cancel', { actor: 'operator-1', role: 'operator', reason: 'OTHER' });
});

test('an approval that is not given in time lapses, with what was given, and needs attention', async () => {
  const { steered, expectedDigest } = await start({ amountKobo: 10_000_000 });
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  const { attention, facts } = await steered.untilAttention(600);
  expect(attention).toMatchObject({ actions: ['approve', 'reject', 'cancel'] });
  expect(attention?.cause).toContain('not approved in time');
  expect(facts.approvals).toBe('0 of 2');
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  await steered.tell('approve', { ...approver('checker-2'), expectedDigest });
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

test('an approved payout that is held back for too long has to be approved again', async () => {
  const { steered, expectedDigest } = await start();
  const operator = { actor: 'operator-1', role: 'operator' };
  await steered.tell('hold', { ...operator, reason: 'UNDER_REVIEW' });
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  await steered.untilStage('APPROVED');
  await environment.sleep(73 * 60);
  await steered.tell('release', { ...operator, reason: 'CHECKED' });
  await steered.untilStage('APPROVAL');
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a payout that was refused and is retried after its approval lapsed has to be approved again', async () => {
  environment.parts().refusals.plan('createPayout', refusals.insufficientBalance);
  const { steered, expectedDigest, file } = await start();
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  await steered.untilStage('SUBMITTING');
  await steered.untilAttention();
  await environment.sleep(73 * 60);
  await steered.tell('retry', { actor: 'operator-1', role: 'operator' });
  await steered.untilStage('APPROVAL');
  expect(committed(file.reference)).toEqual([]);
  await steered.tell('approve', { ...approver('checker-1'), expectedDigest });
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

/** Approved, refused by the bank, and retried after its approval lapsed; by then the account may have another holder. */
async function refusedLapsedRetried(file: ReturnType<typeof payout>, holderLater?: string) {
  const { refusals: planned } = environment.parts();
  planned.plan('createPayout', refusals.insufficientBalance);
  const steered = await environment.startPayout(file);
  const approve = async () =>
    steered.tell('approve', { ...approver('checker-2'), expectedDigest: await digestNow(steered) });
  const { attention } = await steered.until(
    (snapshot) => snapshot.attention !== undefined || snapshot.stage === 'APPROVAL',
  );
  if (attention) await steered.tellTogether('confirmName', vouching);
  await steered.untilStage('APPROVAL');
  await approve();
  await steered.untilStage('SUBMITTING');
  await steered.untilAttention();
  await environment.sleep(73 * 60);
  const { accountNumber: account_number, bankCode: bank_code } = file.beneficiary;
  if (holderLater !== undefined)
    planned.answer('resolveAccount', { account_name: holderLater, account_number, bank_code });
  await steered.tell('retry', { actor: 'operator-1', role: 'operator' });
  return { steered, approve };
}

const vouching = { actor: 'checker-1', role: 'operator', reason: 'KNOWN_ALIAS' };

test('a name that a person has vouched for stands when the payout is prepared anew', async () => {
  const { steered, approve } = await refusedLapsedRetried(payoutTo('1000000090', 'Another Person'));
  await steered.untilStage('APPROVAL');
  await approve();
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a payout that is prepared anew and finds another holder asks a person, who can answer', async () => {
  const { steered, approve } = await refusedLapsedRetried(payoutTo('1000000091'), 'Another Holder');
  const { stage, attention } = await steered.untilAttention();
  expect(stage).toBe('PREPARING');
  expect(attention?.actions).toEqual(['confirmName', 'amend', 'cancel']);
  await steered.tellTogether('confirmName', vouching);
  await steered.untilStage('APPROVAL');
  await approve();
  expect(await steered.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a payout that is prepared anew and finds another holder can be cancelled', async () => {
  const { steered } = await refusedLapsedRetried(payoutTo('1000000092'), 'Another Holder');
  expect(await steered.untilAttention()).toMatchObject({ stage: 'PREPARING' });
  await steered.tell('cancel', { actor: 'operator-1', role: 'operator', reason: 'WRONG_BENEFICIARY' });
  expect(await steered.result()).toMatchObject({ status: 'CANCELLED' });
});

test('a payout that must be approved needs to say who made it', async () => {
  const steered = await environment.startPayout(payout({ createdBy: undefined }));
  await expect(steered.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('createdBy is missing') },
  });
});
