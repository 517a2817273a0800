import { contentDigest } from '../../../../src/authority/digest';
import { refusals } from '../../../../src/bank/contract/refusals';
import { USUAL_PAYOUT_POLICY } from '../../../../src/domain/payout/policy';
import { proposalContentsQuery } from '../../../../src/domain/wire/messages';
import { holderOf } from '../../../../sandbox/money/banks';
import { payoutFile } from '../../../support/workflows/sample';
import type { Steered } from '../../../support/workflows/steering';
import {
  approver,
  committed,
  confirmName,
  environment,
  inQuestion,
  LARGE,
  NUMBER,
  operator,
  supervisor,
} from '../../../support/workflows/in-question';

test('a case tells all that the digest of a proposal stands for, so that its reader can compute the digest', async () => {
  const payout = await inQuestion();
  const { proposed } = await payout.tell('confirmName', confirmName);
  const { reference } = await payout.snapshot();
  const contents = await payout.handle.query(proposalContentsQuery);
  expect(contents.map(contentDigest)).toEqual([proposed]);
  expect(contents).toEqual([
    [
      ...['payout', reference, 'confirmName', ['reason', 'KNOWN_ALIAS']],
      ...[
        ['accountNumber', NUMBER],
        ['bankCode', '901'],
        ['resolvedName', holderOf('901', NUMBER)],
      ],
    ],
  ]);
});

test('a command that needs a second person takes effect once another person has confirmed it', async () => {
  const payout = await inQuestion();
  const { proposed } = await payout.tell('confirmName', confirmName);
  const { proposals, reference, commands } = await payout.snapshot();
  expect(proposals).toMatchObject([
    {
      ...{ command: 'confirmName', by: 'operator operator-1', digest: proposed },
      what: 'reason KNOWN_ALIAS, bankCode 901, accountNumber ending in 0093, resolvedName',
    },
  ]);
  expect(commands).toContain('confirmProposal');
  await environment.sleep(60);
  expect(committed(reference)).toBe(0);
  await payout.tell('confirmProposal', { ...operator('operator-2'), expectedDigest: proposed });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  const { timeline, proposals: left } = await payout.snapshot();
  expect(left).toBeUndefined();
  expect(timeline.map(({ by, what }) => `${by}: ${what}`)).toEqual(
    expect.arrayContaining([
      'operator operator-1: Proposed: Confirm that the account belongs to the beneficiary',
      'operator operator-2: Approve the command that another person has proposed: Confirm that the account belongs to the beneficiary',
      'operator operator-1: Confirm that the account belongs to the beneficiary',
    ]),
  );
});

test.each([
  ['its proposer', operator('operator-1'), {}, 'made or changed this'],
  ['its proposer in other capitals', operator('OPERATOR-1'), {}, 'made or changed this'],
  ['the maker of the payout', operator('maker-1'), {}, 'made or changed this'],
  ['another role', { actor: 'officer-9', role: 'officer' }, {}, 'takes the role operator or supervisor'],
  ['a borrower', { actor: 'borrower-1', role: 'borrower' }, {}, 'takes the role'],
  ['another digest', operator('operator-2'), { expectedDigest: '0'.repeat(64) }, 'look again'],
])('%s cannot confirm a proposal', async (_what, who, more, sentence) => {
  const payout = await inQuestion();
  const { proposed } = await payout.tell('confirmName', confirmName);
  const said = { ...who, expectedDigest: proposed, ...more };
  expect(await payout.refusal('confirmProposal', said)).toContain(sentence);
  await payout.signal('confirmProposal', said);
  expect(await payout.snapshot()).toMatchObject({ stage: 'PREPARING', proposals: [{ digest: proposed }] });
  await payout.tell('cancel', { ...operator('operator-2'), reason: 'OTHER' });
});

test('a proposal that is refused takes no effect, and can be made anew', async () => {
  const payout = await inQuestion();
  const { proposed } = await payout.tell('confirmName', confirmName);
  await payout.tell('refuseProposal', {
    ...operator('operator-2'),
    expectedDigest: proposed,
    reason: 'WRONG',
  });
  expect((await payout.snapshot()).proposals).toBeUndefined();
  const confirmation = { ...operator('operator-2'), expectedDigest: proposed };
  expect(await payout.refusal('confirmProposal', confirmation)).toContain('Nothing is proposed');
  await payout.tell('confirmName', confirmName);
  await payout.tell('confirmProposal', confirmation);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a proposal lapses by the hours of the policy', async () => {
  const payout = await inQuestion();
  const { proposed } = await payout.tell('confirmName', confirmName);
  await environment.sleep(USUAL_PAYOUT_POLICY.approvalExpiresHours * 60 + 1);
  await payout.tell('addNote', { ...operator('operator-3'), text: 'looked' });
  expect((await payout.snapshot()).proposals).toBeUndefined();
  const late = { ...operator('operator-2'), expectedDigest: proposed };
  expect(await payout.refusal('confirmProposal', late)).toContain('What was proposed has lapsed');
  const lapsed = {
    what: 'Lapsed before a second person confirmed it: Confirm that the account belongs to the beneficiary',
    note: 'operator operator-1',
  };
  expect((await payout.snapshot()).timeline).toContainEqual(
    expect.objectContaining({ by: 'system', ...lapsed }),
  );
  await payout.tell('cancel', { ...operator('operator-2'), reason: 'OTHER' });
});

test('each lapse of a proposal stands in the timeline, also of one that was made anew in the same words', async () => {
  const payout = await inQuestion();
  for (const lapses of [1, 2]) {
    await payout.tell('confirmName', confirmName);
    await environment.sleep(USUAL_PAYOUT_POLICY.approvalExpiresHours * 60 + 5);
    const { timeline } = await payout.snapshot();
    expect(timeline.filter(({ what }) => what.startsWith('Lapsed before')).length).toBe(lapses);
    expect(timeline.filter(({ what }) => what.startsWith('Replaced'))).toEqual([]);
  }
  await payout.tell('cancel', { ...operator('operator-2'), reason: 'OTHER' });
});

test('another proposal of the same command takes the place of the first one', async () => {
  const payout = await inQuestion();
  const first = await payout.tell('confirmName', confirmName);
  const second = await payout.tell('confirmName', { ...operator('operator-3'), reason: 'OTHER' });
  const voided = { ...operator('operator-2'), expectedDigest: first.proposed };
  expect(await payout.refusal('confirmProposal', voided)).toContain('look again');
  await payout.tell('confirmProposal', { ...voided, expectedDigest: second.proposed });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a repeat of a proposed command brings the digest of the first one', async () => {
  const payout = await inQuestion();
  const first = await payout.tell('confirmName', { ...confirmName, requestId: 'R-1' });
  const second = await payout.tell('confirmName', { ...confirmName, requestId: 'R-1' });
  expect(second).toEqual({ ...first, repeated: true });
  await payout.tell('cancel', { ...operator('operator-2'), reason: 'OTHER' });
});

test('the policy says who may give a command, and how many must agree from which amount on', async () => {
  const beneficiary = { accountName: holderOf('901', NUMBER) };
  const small = await inQuestion({ amountKobo: LARGE - 1 });
  const refused = { ...operator('operator-1'), ...beneficiary };
  expect(await small.refusal('amend', refused)).toContain('amend takes the role supervisor');
  expect(await small.tell('amend', { ...supervisor('boss-1'), ...beneficiary })).not.toHaveProperty(
    'proposed',
  );
  expect(await small.result()).toMatchObject({ status: 'SUCCESS' });

  const large = await inQuestion({ amountKobo: LARGE });
  const { proposed: expectedDigest } = await large.tell('amend', { ...supervisor('boss-1'), ...beneficiary });
  await large.tell('confirmProposal', { ...approver('checker-1'), expectedDigest });
  expect(await large.snapshot()).toMatchObject({
    proposals: [{ what: 'accountName', confirmations: '1 of 2' }],
  });
  const twice = { ...approver('Checker-1'), expectedDigest };
  expect(await large.refusal('confirmProposal', twice)).toContain('approved it before');
  await large.tell('confirmProposal', { ...approver('checker-2'), expectedDigest });
  expect(await large.result()).toMatchObject({ status: 'SUCCESS', amountKobo: LARGE });
});

test('a proposal that the case has outrun cannot be confirmed any more', async () => {
  const payout = await inQuestion();
  const { proposed: expectedDigest } = await payout.tell('confirmName', confirmName);
  const accountName = holderOf('901', NUMBER);
  await payout.tell('hold', { ...operator('operator-1'), reason: 'OTHER' });
  await payout.tell('amend', { ...supervisor('boss-1'), accountName });
  await payout.until(({ waiting }) => waiting?.for === 'RELEASE');
  const late = { ...operator('operator-2'), expectedDigest };
  expect(await payout.refusal('confirmProposal', late)).toContain(
    'confirmName is not asked for at the moment',
  );
  await payout.tell('release', { ...operator('operator-1'), reason: 'CHECKED' });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('what one person said of one account is not confirmed of another one', async () => {
  const payout = await inQuestion();
  const { proposed: expectedDigest } = await payout.tell('confirmName', confirmName);
  await payout.tell('amend', { ...supervisor('boss-1'), accountNumber: '0000000095' });
  await payout.until(({ commands }) => commands.includes('confirmName'), 1);
  const late = { ...operator('operator-2'), expectedDigest };
  expect(await payout.refusal('confirmProposal', late)).toContain(
    'The case has changed since this was proposed: another accountNumber, another resolvedName, another content; propose it again',
  );
  const { proposals, attention, reference } = await payout.snapshot();
  expect(proposals).toBeUndefined();
  expect(attention?.cause).toContain('the name in which the account is held');
  await payout.tellTogether('confirmName', confirmName);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS', reference });
});

const said = { ...operator('operator-1'), outcome: 'MONEY_ARRIVED', evidence: 'Ticket 1' };

/** A payout of which the bank does not show what became of it. */
async function unclear(): Promise<Steered> {
  const number = '0000000071';
  const file = payoutFile(holderOf('901', number), number, '9000000001');
  const when = { reference: file.reference };
  environment.plant({ kind: 'reset-after', operations: ['createPayout'], when, count: 1 });
  const payout = await environment.startPayout(file);
  const { refusals: answers } = environment.parts();
  answers.plan('getPayoutStatus', refusals.payoutNotFound, 100_000);
  await payout.until(({ timeline }) => timeline.some(({ what }) => what.includes('reply to a write')), 0.01);
  answers.plan('createPayout', { status: 409, message: 'reference already exists' }, 1);
  await payout.until(({ waiting }) => waiting?.for === 'PAYOUT_OUTCOME', 1);
  return payout;
}

test('people are asked for a proposal as long as it stands, and then for what else needs them', async () => {
  const payout = await unclear();
  const before = (await payout.snapshot()).attention?.cause;
  expect(before).toBeUndefined();
  await payout.tell('resolveAttention', said);
  await environment.sleep(3);
  const { proposed: expectedDigest } = await payout.tell('resolveAttention', {
    ...said,
    evidence: 'Ticket 2',
  });
  expect((await payout.snapshot()).attention).toMatchObject({
    cause: expect.stringContaining('resolveAttention waits for a second person') as string,
    actions: ['confirmProposal', 'refuseProposal'],
  });
  await payout.tell('refuseProposal', { ...operator('operator-2'), expectedDigest, reason: 'WRONG' });
  expect((await payout.snapshot()).attention?.cause).toBe(before);
  await environment.sleep(10 * 24 * 60);
  expect((await payout.snapshot()).attention?.cause).toMatch(/^waiting for /);
  await payout.tellTogether('resolveAttention', said);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('a proposal that has lapsed needs nobody any more', async () => {
  const payout = await unclear();
  await payout.tell('resolveAttention', said);
  await environment.sleep(USUAL_PAYOUT_POLICY.approvalExpiresHours * 60 + 5);
  const { proposals, attention } = await payout.snapshot();
  expect(proposals).toBeUndefined();
  expect(attention?.cause).not.toContain('waits for a second person');
  await payout.tellTogether('resolveAttention', said);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});
