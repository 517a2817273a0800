import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering, type Steered } from '../../support/workflows/steering';

const environment = steering(undefined, {
  ...USUAL_PAYOUT_POLICY,
  approvals: [{ fromKobo: 10_000_000, approvals: 2, roles: ['approver'] }],
  commands: {
    ...USUAL_PAYOUT_POLICY.commands,
    confirmName: {
      roles: ['operator'],
      confirmations: [{ fromKobo: 0, approvals: 2, roles: ['operator'] }],
    },
  },
});

const NUMBER = '0000000094';
const by = (role: string, actor: string) => ({ actor, role });
const reason = 'KNOWN_ALIAS';

/** What an upsert has made of a search attribute. */
const valueIn = ({ data }: { data?: Uint8Array | null } = {}): unknown =>
  JSON.parse(Buffer.from(data ?? []).toString() || 'null');

/** The changes that a case has told others, an upsert of its search attributes each. */
async function changesOf({ handle }: Steered) {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ upsertWorkflowSearchAttributesEventAttributes: upsert }) => {
    const { ChangedAt, PayoutStatus } = upsert?.searchAttributes?.indexedFields ?? {};
    return upsert ? [{ at: valueIn(ChangedAt), status: valueIn(PayoutStatus) }] : [];
  });
}

/** How many changes a case told others while something was done. */
async function changesDuring(payout: Steered, act: () => Promise<unknown>): Promise<number> {
  const before = await changesOf(payout);
  await act();
  // What a command brings about is over when the next one is answered.
  await payout.tell('addNote', { ...by('operator', 'operator-9'), text: 'seen' });
  const after = await changesOf(payout);
  for (const { at } of after) expect(Date.parse(String(at))).toBeGreaterThan(0);
  return after.length - before.length;
}

/** A payout that waits for a person's word on the name of its beneficiary. */
async function inQuestion(): Promise<Steered> {
  const payout = await environment.startPayout(payoutFile('Another Person', NUMBER, '9000000001'));
  await payout.untilAttention();
  return payout;
}

test('a proposal, each confirmation of it that is not the last, and its refusal are told as one change each', async () => {
  const payout = await inQuestion();
  const proposing = async () => {
    const { proposed } = await payout.tell('confirmName', { ...by('operator', 'operator-1'), reason });
    return proposed;
  };
  expect(await changesDuring(payout, proposing)).toBe(1);
  const [{ digest: expectedDigest } = { digest: '' }] = (await payout.snapshot()).proposals ?? [];
  const confirming = () =>
    payout.tell('confirmProposal', { ...by('operator', 'operator-2'), expectedDigest });
  expect(await changesDuring(payout, confirming)).toBe(1);
  const refusing = () =>
    payout.tell('refuseProposal', {
      ...by('operator', 'operator-3'),
      ...{ expectedDigest, reason: 'WRONG' },
    });
  expect(await changesDuring(payout, refusing)).toBe(1);
  await payout.tell('cancel', { ...by('operator', 'operator-2'), reason: 'OTHER' });
});

test('each approval is told as a change, though only the last one leads to another stage', async () => {
  const file = payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001');
  const payout = await environment.startPayout({ ...file, createdBy: 'maker-1', amountKobo: 10_000_000 });
  const { facts } = await payout.untilStage('APPROVAL');
  const approve = (actor: string) =>
    payout.tell('approve', { ...by('approver', actor), expectedDigest: facts.digest });
  expect(await changesDuring(payout, () => approve('checker-1'))).toBe(1);
  await approve('checker-2');
  await payout.result();
  const changes = await changesOf(payout);
  // When it was put before the approvers, and when each of them had agreed.
  expect(changes.filter(({ status }) => status === 'APPROVAL')).toHaveLength(3);
});

test('what lists do not show is told to no one', async () => {
  const payout = await inQuestion();
  const noting = () => payout.tell('addNote', { ...by('operator', 'operator-1'), text: 'looked' });
  expect(await changesDuring(payout, noting)).toBe(0);
  await payout.tell('cancel', { ...by('operator', 'operator-2'), reason: 'OTHER' });
});
