import type { Authorisation } from '../../../src/domain/case/send-authorisation';
import { newWorkersKeys, ReceiptBook } from '../../../src/authority/receipts';
import { personKey } from '../authority/acts';
import { receipts } from '../authority/forgeries';
import { first, maker, second, shouting, third, type ProvenPayout } from './gate';

const DAY_MS = 86_400_000;

const lesser = ({ payout }: ProvenPayout) => ({ ...payout, amountKobo: 500_000 });

/** Every way in which the proof may fall short, each beside nothing but a legitimate one. */
export const fallingShort: Readonly<
  Record<string, (of: ProvenPayout) => Promise<Partial<Authorisation> | undefined>>
> = {
  'no proof': async () => undefined,
  'no start': async (of) => ({ approvals: (await of.legitimate()).approvals ?? [] }),
  'no approval': async (of) => ({ ...(await of.legitimate()), approvals: [] }),
  'one approval of two': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key)],
  }),
  'one approver twice': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key), await of.approval(first.key)],
  }),
  'the maker as approver': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key), await of.approval(maker.key)],
  }),
  'the maker as approver, with other capitals': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key), await of.approval(shouting.key)],
  }),
  'an approver in a role that does not count': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key), await of.approval(third.key, { role: 'operator' })],
  }),
  'an approver who has vouched for the name': async (of) => ({
    ...(await of.legitimate()),
    names: [await of.prove('confirmName', { reason: 'KNOWN_ALIAS' }, { key: first.key })],
  }),
  'an approval of another digest': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key), await of.approval(second.key, {}, 'ab'.repeat(32))],
  }),
  'an approval of another case': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key), await of.approval(second.key, { wf: `${of.wf}-other` })],
  }),
  'an approval that has lapsed': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key), await of.approval(second.key, { agoMs: 4 * DAY_MS })],
  }),
  'an approval that no worker has accepted': async (of) => {
    const book = new ReceiptBook(newWorkersKeys());
    return {
      ...(await of.legitimate()),
      approvals: [await of.approval(first.key), await of.approval(second.key, { book })],
    };
  },
  'an approval by a key that is not known': async (of) => ({
    ...(await of.legitimate()),
    approvals: [await of.approval(first.key), await of.approval(personKey('approver-2', ['approver']).key)],
  }),
  'an approval with other fields than were signed': async (of) => {
    const { start, approvals = [] } = await of.legitimate();
    const other = await of.approval(second.key, {}, 'ab'.repeat(32));
    return { start, approvals: [approvals[0]!, { ...other, fields: { expectedDigest: of.digest } }] };
  },
  'another command in place of an approval': async (of) => ({
    ...(await of.legitimate()),
    approvals: [
      await of.approval(first.key),
      await of.prove('addNote', { expectedDigest: of.digest }, { key: second.key, role: 'approver' }),
    ],
  }),
  'the start of a lesser payout': async (of) => ({
    ...(await of.legitimate()),
    start: await of.prove('start', lesser(of)),
  }),
  'a start with other fields than were signed': async (of) => {
    const { start, ...rest } = await of.legitimate();
    return { ...rest, start: { ...(await of.prove('start', lesser(of))), fields: start.fields } };
  },
  'an amendment to another account': async (of) => ({
    ...(await of.legitimate()),
    changes: [await of.prove('amend', { accountNumber: '9999999999' }, { key: third.key })],
  }),
  'the proof of a child with another input': async (of) => {
    const act = (await of.prove('start', lesser(of), { wf: 'batch:BT-1' })).act;
    const child = receipts.give(act, { wf: of.wf, at: new Date().toISOString(), digest: 'other' });
    return { start: { ...child, fields: of.payout } };
  },
  'no words at all': async () => ({ start: 'x', approvals: 'y' }) as never,
};

/** The order with one thing changed since people agreed to it. */
export const changed = ({ order }: ProvenPayout): Readonly<Record<string, ProvenPayout['order']>> => ({
  amount: { ...order, amount: order.amount + 1 },
  source: { ...order, source: { account_number: '9000000002' } },
  account: { ...order, beneficiary: { ...order.beneficiary, account_number: '9999999999' } },
  bank: { ...order, beneficiary: { ...order.beneficiary, bank_code: '902' } },
  holder: { ...order, beneficiary: { ...order.beneficiary, account_name: 'HAUWA EMEKA IBRAHIM' } },
  remark: { ...order, remark: `${order.reference} Invoice 18` },
  reference: { ...order, reference: `${order.reference}-2` },
  'meta data': { ...order, meta_data: { more: 1 } },
});
