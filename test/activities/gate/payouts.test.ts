import type { Authorisation } from '../../../src/domain/case/proof';
import { contentDigest, canonical, hash } from '../../../src/authority/digest';
import { newWorkersKeys, ReceiptBook } from '../../../src/authority/receipts';
import { flushOrder, payoutContent, payoutOrder } from '../../../src/domain/payout/order';
import { receipts } from '../../support/authority/forgeries';
import { personKey } from '../../support/authority/acts';
import {
  approval,
  digest,
  first,
  HOLDER,
  legitimate,
  maker,
  order,
  PAYOUT,
  proven,
  second,
  sending,
  shouting,
  third,
} from '../../support/activities/gate';
import { failureOf } from '../../support/fake-bank';

const DAY_MS = 86_400_000;

test('a payout that its maker has asked for and two others have approved is sent', async () => {
  const { bank, send } = sending('payout:PO-1');
  await send('createPayout', order, await legitimate());
  expect(bank.createPayout).toHaveBeenCalledWith(order, expect.anything());
});

const lesser = { ...PAYOUT, amountKobo: 500_000 };

/** Every way in which the proof may fall short, each beside nothing but a legitimate one. */
const attacks: Readonly<Record<string, () => Promise<Partial<Authorisation> | undefined>>> = {
  'no proof': async () => undefined,
  'no start': async () => ({ approvals: (await legitimate()).approvals ?? [] }),
  'no approval': async () => ({ ...(await legitimate()), approvals: [] }),
  'one approval of two': async () => ({ ...(await legitimate()), approvals: [await approval(first.key)] }),
  'one approver twice': async () => ({
    ...(await legitimate()),
    approvals: [await approval(first.key), await approval(first.key)],
  }),
  'the maker as approver': async () => ({
    ...(await legitimate()),
    approvals: [await approval(first.key), await approval(maker.key)],
  }),
  'the maker as approver, with other capitals': async () => ({
    ...(await legitimate()),
    approvals: [await approval(first.key), await approval(shouting.key)],
  }),
  'an approver in a role that does not count': async () => ({
    ...(await legitimate()),
    approvals: [await approval(first.key), await approval(third.key, { role: 'operator' })],
  }),
  'an approver who has vouched for the name': async () => ({
    ...(await legitimate()),
    names: [await proven('confirmName', { reason: 'KNOWN_ALIAS' }, { key: first.key })],
  }),
  'an approval of another digest': async () => ({
    ...(await legitimate()),
    approvals: [await approval(first.key), await approval(second.key, {}, 'ab'.repeat(32))],
  }),
  'an approval of another case': async () => ({
    ...(await legitimate()),
    approvals: [await approval(first.key), await approval(second.key, { wf: 'payout:PO-2' })],
  }),
  'an approval that has lapsed': async () => ({
    ...(await legitimate()),
    approvals: [await approval(first.key), await approval(second.key, { agoMs: 4 * DAY_MS })],
  }),
  'an approval that no worker has accepted': async () => {
    const book = new ReceiptBook(newWorkersKeys());
    return {
      ...(await legitimate()),
      approvals: [await approval(first.key), await approval(second.key, { book })],
    };
  },
  'an approval by a key that is not known': async () => ({
    ...(await legitimate()),
    approvals: [await approval(first.key), await approval(personKey('approver-2', ['approver']).key)],
  }),
  'an approval with other fields than were signed': async () => {
    const { start, approvals = [] } = await legitimate();
    const other = await approval(second.key, {}, 'ab'.repeat(32));
    return { start, approvals: [approvals[0]!, { ...other, fields: { expectedDigest: digest } }] };
  },
  'another command in place of an approval': async () => ({
    ...(await legitimate()),
    approvals: [
      await approval(first.key),
      await proven('addNote', { expectedDigest: digest }, { key: second.key, role: 'approver' }),
    ],
  }),
  'the start of a lesser payout': async () => ({
    ...(await legitimate()),
    start: await proven('start', lesser),
  }),
  'a start with other fields than were signed': async () => {
    const { start, ...rest } = await legitimate();
    return { ...rest, start: { ...(await proven('start', lesser)), fields: start.fields } };
  },
  'an amendment to another account': async () => ({
    ...(await legitimate()),
    changes: [await proven('amend', { accountNumber: '9999999999' }, { key: third.key })],
  }),
  'the proof of a child with another input': async () => {
    const act = (await proven('start', lesser, { wf: 'batch:BT-1' })).act;
    const child = receipts.give(act, { wf: 'payout:PO-1', at: new Date().toISOString(), digest: 'other' });
    return { start: { ...child, fields: PAYOUT } };
  },
  'no words at all': async () => ({ start: 'x', approvals: 'y' }) as never,
};

test.each(Object.entries(attacks))('a payout with %s is not sent', async (_how, made) => {
  const { bank, send } = sending('payout:PO-1');
  const failure = await failureOf(send('createPayout', order, await made()));
  expect(failure).toMatchObject({ type: 'PROOF_REFUSED', nonRetryable: true });
  expect(failure.message).toMatch(/^nothing was sent: /);
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test.each([
  ['amount', { ...order, amount: order.amount + 1 }],
  ['source', { ...order, source: { account_number: '9000000002' } }],
  ['account', { ...order, beneficiary: { ...order.beneficiary, account_number: '9999999999' } }],
  ['bank', { ...order, beneficiary: { ...order.beneficiary, bank_code: '902' } }],
  ['holder', { ...order, beneficiary: { ...order.beneficiary, account_name: 'HAUWA EMEKA IBRAHIM' } }],
  ['remark', { ...order, remark: 'PO-1 Invoice 18' }],
  ['reference', { ...order, reference: 'PO-2' }],
  ['meta data', { ...order, meta_data: { more: 1 } }],
])('a payout of another %s than was approved is not sent', async (_what, changed) => {
  const { bank, send } = sending('payout:PO-1');
  expect(await failureOf(send('createPayout', changed, await legitimate()))).toMatchObject({
    type: 'PROOF_REFUSED',
  });
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('a genuine proof does not send a payout for another workflow', async () => {
  const { bank, send } = sending('foreign:PO-1');
  const failure = await failureOf(send('createPayout', order, await legitimate()));
  expect(failure.message).toBe('nothing was sent: another case than its own is about to send it');
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('an approval by a key that was revoked since does not count, whenever it was given', async () => {
  const { bank, send } = sending('payout:PO-1', { revoked: true });
  const failure = await failureOf(send('createPayout', order, await legitimate()));
  expect(failure.message).toBe('nothing was sent: the key that signed its act was revoked');
  expect(bank.createPayout).not.toHaveBeenCalled();
});

test('a payout below every approval needs the act of its maker, and a name that fits or that a person vouches for', async () => {
  const { bank, send } = sending('payout:PO-1');
  const start = await proven('start', lesser);
  await send('createPayout', payoutOrder(lesser, HOLDER), { start });
  const stranger = payoutOrder(lesser, 'SOMEBODY ELSE ENTIRELY');
  expect((await failureOf(send('createPayout', stranger, { start }))).message).toContain('in another name');
  const vouched = await proven('confirmName', { reason: 'KNOWN_ALIAS' }, { key: third.key });
  await send('createPayout', stranger, { start, names: [vouched] });
  expect(bank.createPayout).toHaveBeenCalledTimes(2);
});

test('who vouches for a name vouches for the account of then: a change since needs another', async () => {
  const { send } = sending('payout:PO-1');
  const names = [await proven('confirmName', { reason: 'KNOWN_ALIAS' }, { key: third.key, agoMs: 60_000 })];
  const changes = [await proven('amend', { accountNumber: '9999999999' }, { key: third.key })];
  const moved = { ...lesser, beneficiary: { ...lesser.beneficiary, accountNumber: '9999999999' } };
  const body = payoutOrder(moved, 'SOMEBODY ELSE ENTIRELY');
  const start = await proven('start', lesser);
  expect((await failureOf(send('createPayout', body, { start, changes, names }))).message).toContain(
    'in another name',
  );
});

test('a payout that was amended is sent as it was amended, once others have approved that', async () => {
  const { bank, send } = sending('payout:PO-1');
  const changed = { ...PAYOUT, amountKobo: 3_000_000 };
  const agreed = contentDigest(payoutContent(changed, HOLDER));
  const authorisation = {
    start: await proven('start', PAYOUT),
    changes: [await proven('amend', { amountKobo: 3_000_000 }, { key: third.key })],
    approvals: [await approval(first.key, {}, agreed), await approval(second.key, {}, agreed)],
  };
  await send('createPayout', payoutOrder(changed, HOLDER), authorisation);
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
  await failureOf(send('createPayout', order, authorisation));
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
});

test('a row of a batch is sent under the act that began the batch, for the input that a worker has vouched for', async () => {
  const { bank, send } = sending('payout:PO-1');
  const input = { ...PAYOUT, createdBy: 'maker-1' };
  const { act } = await proven('start', { reference: 'BT-1' }, { wf: 'batch:BT-1' });
  const child = receipts.give(act, {
    wf: 'payout:PO-1',
    at: new Date().toISOString(),
    digest: hash(canonical(input)),
  });
  await send('createPayout', order, { start: { ...child, fields: input } });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
  const larger = { ...input, amountKobo: 9_000_000 };
  const failure = await failureOf(
    send('createPayout', payoutOrder(larger, HOLDER), { start: { ...child, fields: larger } }),
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
