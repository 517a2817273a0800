import type { TimelineEntry } from '../../src/domain/case/snapshot';
import { chargeText, type Charge } from '../../src/domain/repayment/charge';
import { CHARGED_ACCOUNT } from '../../src/domain/repayment/instalments';
import { contentDigest } from '../../src/authority/digest';
import { payoutCommands } from '../../src/domain/payout/commands';
import { payoutContent } from '../../src/domain/payout/order';
import { approvalList } from '../../src/desk/contract/approvals';
import type { RouteContext } from '../../src/desk/route-context';
import { approvalHandlers } from '../../src/desk/routes/approvals';

const AT = '2030-01-01T00:00:00.000Z';
const WAITS_SINCE = '2030-01-02T00:00:00.000Z';
const PAID: string[] = [];
const PROPOSED_AT = '2030-01-03T00:00:00.000Z';
const ALIKE = { kind: 'payout' as const, reference: 'PO-0', stageTitle: 'Paid', on: AT };
const alike = jest.fn((_: unknown) =>
  Promise.resolve([
    { of: 'PO-1', ...ALIKE },
    { of: 'PO-9', ...ALIKE },
  ]),
);
const METADATA = { invoice: 'INV-7', cost: { centre: 12 }, bankCode: '044' };

/** The payout as it stands: 2,000,000 naira to an account that ends in 6789. */
const content = payoutContent(
  {
    ...{ reference: 'PO-1', amountKobo: 200_000_000, source: { accountNumber: '0000000001' } },
    beneficiary: { bankCode: '058', bankName: 'Almond Bank', accountNumber: '0123456789' },
    ...{ remark: 'Invoice 7', metaData: METADATA },
  },
  'EVIL LTD',
);

const SAID = {
  ...{ at: AT, by: 'operator op-1', note: 'OTHER: Maiden name; marriage certificate seen' },
  what: `Proposed: ${payoutCommands.confirmName.summary}`,
};

/** What the case tells of itself, with this digest before its approvers. */
const snapshot = (digest: string) => ({
  ...{ kind: 'payout', reference: 'PO-1', stage: 'APPROVAL', stageTitle: 'To be approved', since: AT },
  ...{ ended: false, checklist: [], timeline: [SAID], commands: ['approve', 'reject'] },
  facts: { amountKobo: 200_000_000 },
  waiting: { for: 'PAYOUT_APPROVAL', since: WAITS_SINCE },
  approval: {
    ...{ digest, confirmations: '0 of 1', roles: ['approver'], makers: ['maker-1'], approvers: [] },
    until: AT,
  },
});

/** The copy after somebody wrote other figures into the database. */
const written = {
  ...{ kind: 'payout', reference: 'PO-1', workflowId: 'payout:PO-1', amountKobo: 20_000 },
  readAt: new Date(AT),
  names: { name: 'Evil Ltd', accountEndsWith: '0000' },
  snapshot: { ...snapshot('0'.repeat(64)), facts: { amountKobo: 20_000 } },
};

const itemsOf = async (...given: Parameters<typeof listOf>) => (await listOf(...given)).items;

const listOf = async (
  digest: string,
  told: unknown,
  proposed?: readonly unknown[],
  approvers: readonly string[] = [],
  timeline: readonly TimelineEntry[] = [SAID],
) => {
  const waiting = { ...snapshot(digest), timeline };
  const proposal = proposed && {
    ...{ ...snapshot(contentDigest(proposed)).approval, command: String(proposed[2]), by: 'operator op-1' },
    ...{ what: 'accountName', since: PROPOSED_AT, makers: ['maker-1', 'op-1'] },
  };
  const answers: Record<string, unknown> = {
    case: {
      ...waiting,
      approval: { ...waiting.approval, approvers },
      ...(proposal && { proposals: [proposal] }),
    },
    approvalContent: told,
    proposalContents: [proposed],
    details: {
      ...{ amountKobo: 200_000_000, remark: 'Invoice 7' },
      beneficiary: { bankCode: '058', accountNumber: '0123456789', accountName: 'Halima Chukwu' },
    },
  };
  const client = {
    workflow: {
      getHandle: () => ({
        describe: () => Promise.resolve({ status: { name: 'RUNNING' }, raw: {} }),
        query: ({ name }: { name: string }) => Promise.resolve(answers[name]),
      }),
    },
    withDeadline: <R>(_until: number, ask: () => Promise<R>) => ask(),
  };
  const parts = {
    client,
    copy: {
      paidBefore: () => Promise.resolve(new Set(PAID)),
      alike,
      approvals: () => Promise.resolve({ listed: [written], total: 1, forMe: 1, forMeKobo: 20_000 }),
    },
    events: { freshness: () => Promise.resolve({ stale: false, revision: 1 }) },
    stepUp: { isNeeded: () => false },
    banks: { names: () => Promise.resolve(new Map()) },
    payingAccounts: { terms: () => Promise.resolve({ accounts: [], approvals: [] }) },
  } as unknown as RouteContext;
  const person = { subject: 'approver-1', roles: ['approver'] };
  const query = { page: 1, size: 50 };
  return approvalList.parse(await approvalHandlers(parts).approvals({ query, person } as never));
};

test('an approver sees amount, account, names and digest of the payout itself, whatever the copy in the database says', async () => {
  const digest = contentDigest(content);
  expect(await itemsOf(digest, content)).toMatchObject([
    {
      ...{ digest, amountKobo: 200_000_000, beneficiaryEndsWith: '6789' },
      ...{ givenName: 'Halima Chukwu', resolvedName: 'EVIL LTD', allowed: true },
    },
  ]);
});

test('what a person has just approved counts no more for them, though the copy still counts it', async () => {
  const digest = contentDigest(content);
  expect(await listOf(digest, content)).toMatchObject({ forMe: 1, forMeKobo: 20_000 });
  const after = await listOf(digest, content, undefined, ['approver-1']);
  expect(after).toMatchObject({ total: 1, forMe: 0, forMeKobo: 0 });
});

test('an approver sees all that stands under the digest, and the meta data beside it under names of their own', async () => {
  const [item] = await itemsOf(contentDigest(content), content);
  expect(item?.bankCode).toBe('058');
  expect(item?.others).toEqual([
    { name: 'metaData.invoice', value: 'INV-7' },
    { name: 'metaData.cost', value: '{"centre":12}' },
    { name: 'metaData.bankCode', value: '044' },
  ]);
});

test.each([
  ['a content of another digest', ['PO-1', 20_000, ...content.slice(2)]],
  ['no content', undefined],
])('nobody can agree to a digest for which the case tells %s, and no amount is shown', async (_, told) => {
  const [item] = await itemsOf(contentDigest(content), told);
  expect(item).toMatchObject({ allowed: false, whyNot: expect.stringContaining('cannot show') as string });
  expect(item?.amountKobo).toBeUndefined();
});

test('who confirms a command sees its texts whole, and of the number of an account the last digits', async () => {
  const proposed = [
    ...['payout', 'PO-1', 'amend'],
    ...[
      ['accountName', 'MALLORY OTHER'],
      ['accountNumber', '0123456789'],
    ],
  ];
  const items = await itemsOf(contentDigest(content), content, proposed);
  expect(items.find(({ what }) => what === 'proposal')?.instruction).toBe(
    'accountNumber ending in 6789, accountName MALLORY OTHER',
  );
});

test('an approver sees whether the account was never paid before', async () => {
  const isNew = async () => (await itemsOf(contentDigest(content), content))[0]?.isNew;
  expect(await isNew()).toBe(true);
  PAID.push('058:0123456789');
  expect(await isNew()).toBe(false);
});

test('an approver is told of another payout of the same amount to the same account', async () => {
  const [item] = await itemsOf(contentDigest(content), content);
  expect(item?.alike).toEqual([ALIKE]);
  const beneficiary = expect.objectContaining({ bankCode: '058', accountNumber: '0123456789' }) as object;
  const asked = { reference: 'PO-1', amountKobo: 200_000_000, beneficiary };
  expect(alike).toHaveBeenLastCalledWith([expect.objectContaining(asked)]);
});

test('a change of the remark alone has the payments like it that the payout has', async () => {
  const items = await itemsOf(contentDigest(content), content, [
    'payout',
    'PO-1',
    'amend',
    ['remark', 'Rent'],
  ]);
  expect(items.map(({ alike: told }) => told?.[0])).toEqual([ALIKE, ALIKE]);
});

test('whoever agrees to a change of a payout is told of payments like what it would become', async () => {
  alike.mockImplementation((asked) =>
    Promise.resolve(JSON.stringify(asked).includes('"amountKobo":700') ? [{ of: 'PO-1', ...ALIKE }] : []),
  );
  const [, item] = await itemsOf(contentDigest(content), content, [
    'payout',
    'PO-1',
    'amend',
    ['amountKobo', 700],
  ]);
  expect(item).toMatchObject({ alike: [ALIKE], isNew: false });
  const beneficiary = { bankCode: '058', accountNumber: '0123456789' };
  expect(alike).toHaveBeenCalledWith([{ reference: 'PO-1', amountKobo: 700, beneficiary }]);
});

test('whoever decides about a payout is told that a change of it is proposed, and what follows if that is rejected', async () => {
  const change = ['payout', 'PO-1', 'amend', ['amountKobo', 700]];
  const [payout, proposal] = await itemsOf(contentDigest(content), content, change);
  const changes = [{ name: 'amountKobo', from: 200_000_000, to: 700 }];
  expect(payout?.changing).toEqual({ by: 'op-1', changes });
  expect(proposal).toMatchObject({
    changes,
    ifRejected: expect.stringContaining('waits for its approval as before') as string,
  });
  expect(proposal?.changing).toBeUndefined();
});

test('a proposal waits since it was proposed, and a payout since it waits for its approval', async () => {
  const items = await itemsOf(contentDigest(content), content, ['payout', 'PO-1', 'amend']);
  expect(items.map(({ what, since }) => [what, since])).toEqual([
    ['case', WAITS_SINCE],
    ['proposal', PROPOSED_AT],
  ]);
});

test('who confirms an amendment sees each new value beside the one that the payout has', async () => {
  const proposed = [
    ...['payout', 'PO-1', 'amend'],
    ...[
      ['accountName', 'MALLORY OTHER'],
      ['accountNumber', '9876543210'],
      ['amountKobo', 300_000_000],
    ],
  ];
  const items = await itemsOf(contentDigest(content), content, proposed);
  expect(items.find(({ what }) => what === 'proposal')).toMatchObject({
    ...{ bankCode: '058', beneficiaryEndsWith: '6789', givenName: 'Halima Chukwu' },
    resolvedName: undefined,
    changes: [
      { name: 'accountName', from: 'Halima Chukwu', to: 'MALLORY OTHER' },
      { name: 'accountNumber', from: '…6789', to: '9876543210' },
      { name: 'amountKobo', from: 200_000_000, to: 300_000_000 },
    ],
  });
});

test('who decides about a proposed command reads who proposed it, and what they said for it', async () => {
  const proposed = ['payout', 'PO-1', 'confirmName', ['reason', 'OTHER']];
  const items = await itemsOf(contentDigest(content), content, proposed);
  expect(items.find(({ what }) => what === 'proposal')).toMatchObject({
    ...{ proposedBy: 'op-1', makers: ['maker-1'] },
    note: 'Maiden name; marriage certificate seen',
  });
});

test('who confirms a command that moves money sees how much it asks for, and what was charged before, and not what the whole case is about', async () => {
  const proposed = [
    ...['loan', 'PO-1', 'chargeNow'],
    ...[
      ['dueBy', '2030-01-01'],
      ['dueKobo', 1_000_000],
    ],
  ];
  const [reference, dueOn] = ['PO-1-d20291201-a1', '2029-12-01'];
  const before = chargeText({ reference, dueOn, askedKobo: 5_000, status: 'TAKEN' } as Charge);
  const entry = { at: PROPOSED_AT, by: 'system', what: before };
  const items = await itemsOf(contentDigest(content), content, proposed, [], [entry]);
  expect(items.find(({ what }) => what === 'proposal')).toMatchObject({
    amountKobo: 1_000_000,
    changes: [
      { name: 'dueBy', to: '2030-01-01' },
      { name: 'dueKobo', to: 1_000_000 },
      { name: 'chargedAccount', to: CHARGED_ACCOUNT },
      { name: 'chargedBefore', to: before },
    ],
  });
});
