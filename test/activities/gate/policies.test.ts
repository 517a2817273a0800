import { stampOf } from '../../../src/activities/gate/policies';
import { USUAL_LENDING_POLICY } from '../../../src/domain/loan/policy';
import type { Authorisation } from '../../../src/domain/case/send-authorisation';
import { gateRulesOf, type PayoutPolicy } from '../../../src/domain/payout/policy';
import { payoutCommands } from '../../../src/domain/payout/commands';
import { payoutOrder } from '../../../src/domain/payout/order';
import { approvedRow } from '../../support/activities/batch-row';
import {
  approval,
  first,
  order,
  PAYOUT,
  POLICY,
  proven,
  second,
  sending,
  third,
} from '../../support/activities/gate';
import { provenTogether } from '../../support/activities/together';
import { receipts } from '../../support/authority/forgeries';
import { failureOf } from '../../support/fake-bank';

const rule = (approvals: number) => ({ fromKobo: 0, approvals, roles: ['approver'] as const });
const asking = (approvals: number, version: number): PayoutPolicy => ({
  ...{ ...POLICY, version },
  approvals: approvals === 0 ? [] : [rule(approvals)],
});
const [lax, strict] = [asking(1, 1), asking(2, 1)];

/** A payout that was opened under a policy, and that these people have approved. */
async function openedUnder(policy: PayoutPolicy, approvers = [first.key]): Promise<Authorisation> {
  const { salt, fields, act, receipt } = await proven('start', PAYOUT);
  const stamped = receipts.give(act, {
    wf: receipt.wf,
    at: receipt.at,
    policy: stampOf(policy, USUAL_LENDING_POLICY),
  });
  const approvals = await Promise.all(approvers.map((key) => approval(key)));
  return { start: { ...stamped, salt, fields }, approvals, policy: gateRulesOf(policy) };
}

const at = (policy: PayoutPolicy) => sending('payout:PO-1', { policy });

test.each([
  ['the same', lax, lax],
  ['a laxer', asking(0, 1), lax],
])(
  'a payout is sent by its worker as before where it was opened under %s policy',
  async (_how, opened, own) => {
    const { bank, send } = at(own);
    await send('createPayout', order, await openedUnder(opened));
    expect(bank.createPayout).toHaveBeenCalledTimes(1);
  },
);

test('where the policy has become stricter, the refusal says which approval is wanted, and who counts already', async () => {
  const { bank, send } = at(asking(2, 2));
  const failure = await failureOf(send('createPayout', order, await openedUnder(lax)));
  expect(failure).toMatchObject({
    type: 'PROOF_REFUSED',
    details: [{ rule: rule(2), agreed: ['approver-1'] }],
  });
  await send('createPayout', order, await openedUnder(lax, [first.key, second.key]));
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a policy that has become laxer does not loosen a case that was opened before', async () => {
  const { bank, send } = at(asking(0, 2));
  const failure = await failureOf(send('createPayout', order, await openedUnder(strict)));
  expect(failure).toMatchObject({ details: [{ rule: rule(2), agreed: ['approver-1'] }] });
  await send('createPayout', order, await openedUnder(strict, [first.key, second.key]));
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test.each<[string, (genuine: Authorisation) => object]>([
  ['leaves it out', ({ policy: _policy, ...rest }) => rest],
  ['brings a laxer one', (genuine) => ({ ...genuine, policy: gateRulesOf(lax) })],
  ['brings what is none', (genuine) => ({ ...genuine, policy: 'lax' })],
])('a workflow that %s does not escape the policy under which its case was opened', async (_how, change) => {
  const { bank, send } = at(asking(0, 2));
  const failure = await failureOf(send('createPayout', order, change(await openedUnder(strict))));
  expect(failure.message).toBe(
    'nothing was sent: it comes without the policy under which its case was opened',
  );
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('a receipt from which the policy was taken is none', async () => {
  const { send } = at(asking(0, 2));
  const { start, ...genuine } = await openedUnder(strict);
  const { policy: _policy, ...receipt } = start.receipt;
  const failure = await failureOf(send('createPayout', order, { ...genuine, start: { ...start, receipt } }));
  expect(failure.message).toBe('nothing was sent: no worker has accepted its act');
});

test('a payout that asked for a better fit of the name than its policy keeps to both', async () => {
  const { bank, send } = at(asking(1, 2));
  const opened = await openedUnder(lax);
  await send('createPayout', order, { ...opened, policy: { ...gateRulesOf(lax), nameMatch: 'match' } });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a worker with an older policy than that of the case leaves the payout to others', async () => {
  const { bank, send } = at(lax);
  const opened = await openedUnder(asking(1, 2), [first.key, second.key]);
  expect(await failureOf(send('createPayout', order, opened))).toMatchObject({
    type: 'POLICY_OLDER',
    nonRetryable: false,
    message: expect.stringContaining('version 1 of the policy, and the case was opened under version 2'),
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('a row whose batch has too few approvals by a stricter policy is sent once people have approved the row', async () => {
  const { bank, send } = at({
    ...asking(3, 2),
    approvals: [{ ...rule(3), roles: ['approver', 'operator'] }],
  });
  const { authorisation } = await approvedRow();
  expect((await failureOf(send('createPayout', order, authorisation))).message).toContain('0 of 3 people');
  const own = [await approval(first.key), await approval(second.key)];
  expect(await failureOf(send('createPayout', order, { ...authorisation, approvals: own }))).toMatchObject({
    details: [{ agreed: ['approver-1', 'approver-2'] }],
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('a name for which a second person is wanted by now is covered by an approval of the payout', async () => {
  const unrelated = 'ANOTHER PERSON ENTIRELY';
  const { bank, send } = at({ ...asking(0, 2) });
  const names = [
    await provenTogether(
      'payout:PO-1',
      ['confirmName', payoutCommands.confirmName],
      { reason: 'KNOWN_ALIAS' },
      { by: { key: third.key, role: 'operator' }, others: [] },
    ),
  ];
  const start = await proven('start', PAYOUT);
  const failure = await failureOf(send('createPayout', payoutOrder(PAYOUT, unrelated), { start, names }));
  expect(failure).toMatchObject({ details: [{ rule: { approvals: 1 }, agreed: [] }] });
  expect(bank.createPayout).not.toHaveBeenCalled();
});
