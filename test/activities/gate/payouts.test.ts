import { contentDigest } from '../../../src/authority/digest';
import { namedAccount, payoutCommands } from '../../../src/domain/payout/commands';
import { flushOrder, payoutContent, payoutOrder } from '../../../src/domain/payout/order';
import { approvedRow } from '../../support/activities/batch-row';
import {
  approval,
  first,
  HOLDER,
  legitimate,
  order,
  maker,
  PAYOUT,
  POLICY,
  proven,
  provenPayout,
  second,
  sending,
  supervisor,
  third,
} from '../../support/activities/gate';
import { provenTogether, type Varied } from '../../support/activities/together';
import { changed, fallingShort } from '../../support/activities/gate-attacks';
import { failureOf } from '../../support/fake-bank';

test('a payout that its maker has asked for and two others have approved is sent', async () => {
  const { bank, send } = sending('payout:PO-1');
  await send('createPayout', order, await legitimate());
  expect(bank.createPayout).toHaveBeenCalledWith(order, expect.anything());
});

const lesser = { ...PAYOUT, amountKobo: 500_000 };

test.each(Object.entries(fallingShort))('a payout with %s is not sent', async (_how, made) => {
  const { bank, send } = sending('payout:PO-1');
  const failure = await failureOf(send('createPayout', order, await made(provenPayout())));
  expect(failure).toMatchObject({ type: 'PROOF_REFUSED', nonRetryable: true });
  expect(failure.message).toMatch(/^nothing was sent: /);
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test.each(Object.entries(changed(provenPayout())))(
  'a payout of another %s than was approved is not sent',
  async (_what, changed) => {
    const { bank, send } = sending('payout:PO-1');
    expect(await failureOf(send('createPayout', changed, await legitimate()))).toMatchObject({
      type: 'PROOF_REFUSED',
    });
    expect(bank.createPayout).not.toHaveBeenCalled();
  },
);

test('a genuine proof does not send a payout for another workflow', async () => {
  const { bank, send } = sending('foreign:PO-1');
  const failure = await failureOf(send('createPayout', order, await legitimate()));
  expect(failure.message).toBe('nothing was sent: another case than its own is about to send it');
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('an approval by a key that was revoked since does not count, whenever it was given; that of another person does', async () => {
  const { bank, send } = sending('payout:PO-1', { revoked: first.key });
  const genuine = await legitimate();
  expect(await failureOf(send('createPayout', order, genuine))).toMatchObject({
    message:
      'nothing was sent: 1 of 2 people in the role approver or supervisor have agreed to it as it stands; ' +
      'an approval under a key that was revoked does not count',
    details: [{ agreed: ['approver-2'] }],
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
  const another = await approval(supervisor.key, { role: 'supervisor' });
  await send('createPayout', order, { ...genuine, approvals: [...(genuine.approvals ?? []), another] });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

const vouched = (varied: Varied = {}) =>
  provenTogether(
    'payout:PO-1',
    ['confirmName', payoutCommands.confirmName],
    { reason: 'KNOWN_ALIAS' },
    {
      by: { key: third.key, role: 'operator' },
      others: [{ key: second.key, role: 'approver' }],
      about: namedAccount(lesser.beneficiary, 'ANOTHER PERSON ENTIRELY'),
      ...varied,
    },
  );
const unrelated = payoutOrder(lesser, 'ANOTHER PERSON ENTIRELY');

test('a payout below every approval needs the act of its maker, and a name that fits or that two people vouch for', async () => {
  const { bank, send } = sending('payout:PO-1');
  const start = await proven('start', lesser);
  expect((await failureOf(send('createPayout', unrelated, { start }))).message).toContain('in another name');
  await send('createPayout', unrelated, { start, names: [await vouched()] });
  await sending('payout:PO-1').send('createPayout', payoutOrder(lesser, HOLDER), { start });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a payout goes to nobody but the holder that the bank itself names, whatever the workflow was answered before', async () => {
  const { bank, send } = sending('payout:PO-1', { holder: 'SOMEBODY ELSE' });
  const { message } = await failureOf(send('createPayout', order, await legitimate()));
  expect(message).toContain('the bank names another holder of its account');
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('the bank is asked once for the holder of an account that is paid again', async () => {
  const { bank, send } = sending('payout:PO-1');
  for (const _ of [1, 2]) await send('createPayout', order, await legitimate());
  expect([bank.createPayout, bank.resolveAccount].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});

test.each<[string, Varied]>([
  ['no second person', { others: [] }],
  ['the maker as the second person', { others: [{ key: maker.key, role: 'approver' }] }],
  ['its sender as the second person', { others: [{ key: third.key, role: 'operator' }] }],
  ['a second person who agreed to another reason', { confirmed: { reason: 'OTHER' } }],
  ['a second person who was shown no account', { about: {} }],
  [
    'a second person who was shown another account',
    {
      about: namedAccount({ ...lesser.beneficiary, accountNumber: '9999999999' }, 'ANOTHER PERSON ENTIRELY'),
    },
  ],
])('a name that is vouched for with %s sends nothing', async (_how, varied) => {
  const { bank, send } = sending('payout:PO-1');
  const proof = { start: await proven('start', lesser), names: [await vouched(varied)] };
  expect((await failureOf(send('createPayout', unrelated, proof))).message).toContain('0 of 1 people');
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('a name is vouched for in the roles that the policy leaves it to', async () => {
  const commands = { ...POLICY.commands, confirmName: { roles: ['supervisor'] as const, confirmations: [] } };
  const { send } = sending('payout:PO-1', { policy: { ...POLICY, commands } });
  const proof = { start: await proven('start', lesser), names: [await vouched()] };
  expect((await failureOf(send('createPayout', unrelated, proof))).message).toContain('to other roles');
});

test('who vouches for a name vouches for the account of then: a change since needs another', async () => {
  const { send } = sending('payout:PO-1');
  const names = [await proven('confirmName', { reason: 'KNOWN_ALIAS' }, { key: third.key, agoMs: 60_000 })];
  const changes = [await proven('amend', { accountNumber: '9999999999' }, { key: third.key })];
  const moved = { ...lesser, beneficiary: { ...lesser.beneficiary, accountNumber: '9999999999' } };
  const body = payoutOrder(moved, 'ANOTHER PERSON ENTIRELY');
  const start = await proven('start', lesser);
  expect((await failureOf(send('createPayout', body, { start, changes, names }))).message).toContain(
    'in another name',
  );
});

test('a payout that was amended is sent as it was amended, once others have approved that', async () => {
  const { bank, send } = sending('payout:PO-1');
  const larger = { ...PAYOUT, amountKobo: 3_000_000 };
  const agreed = contentDigest(payoutContent(larger, HOLDER));
  const authorisation = {
    start: await proven('start', PAYOUT),
    changes: [await proven('amend', { amountKobo: 3_000_000 }, { key: third.key })],
    approvals: [await approval(first.key, {}, agreed), await approval(second.key, {}, agreed)],
  };
  await send('createPayout', payoutOrder(larger, HOLDER), authorisation);
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
  await failureOf(send('createPayout', order, authorisation));
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a payout for which a worker has vouched is not sent for another input', async () => {
  const { authorisation } = await approvedRow();
  const larger = { ...PAYOUT, amountKobo: 9_000_000, createdBy: 'maker-1' };
  const { send } = sending('payout:PO-1');
  const failure = await failureOf(
    send('createPayout', payoutOrder(larger, HOLDER), {
      ...authorisation,
      start: { ...authorisation.start, fields: larger },
    }),
  );
  expect(failure.message).toBe('nothing was sent: its proof is for another input');
});

test('a flush counts as the largest amount there is', async () => {
  const { amountKobo: _none, remark: _nor, ...flush } = { ...PAYOUT, reference: 'FL-1' };
  const { bank, send } = sending('flush:FL-1');
  const whole = { ...flush, amountKobo: 0, remark: '' };
  const [body, agreed] = [flushOrder(flush, HOLDER), contentDigest(payoutContent(whole, HOLDER))];
  const start = await proven('start', flush, { wf: 'flush:FL-1' });
  await failureOf(send('flushAccount', body, { start }));
  expect(bank.flushAccount).not.toHaveBeenCalled();
  const approvals = [
    await approval(first.key, { wf: 'flush:FL-1' }, agreed),
    await approval(second.key, { wf: 'flush:FL-1' }, agreed),
  ];
  await send('flushAccount', body, { start, approvals });
  expect(bank.flushAccount).toHaveBeenCalledTimes(1);
});

test('where nothing is signed, the case alone decides', async () => {
  const { bank, send } = sending('payout:PO-1', { mode: 'open' });
  await send('createPayout', order);
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});
