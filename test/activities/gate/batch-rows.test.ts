import { contentDigest } from '../../../src/authority/digest';
import { payoutContent, payoutOrder } from '../../../src/domain/payout/order';
import { approvedRow, batchApproval } from '../../support/activities/batch-row';
import {
  approval,
  first,
  HOLDER,
  maker,
  order,
  PAYOUT,
  proven,
  second,
  sending,
  third,
} from '../../support/activities/gate';
import { failureOf } from '../../support/fake-bank';

const DAY_MS = 86_400_000;

type Proven = Awaited<ReturnType<typeof approvedRow>>;

async function refusalOf(authorisation: object, body: object = order): Promise<string> {
  const { bank, send } = sending('payout:PO-1');
  const failure = await failureOf(send('createPayout', body, authorisation));
  expect(failure.type).toBe('PROOF_REFUSED');
  expect(bank.createPayout).not.toHaveBeenCalled();
  return failure.message;
}

const altered = ({ authorisation, ofBatch }: Proven, change: object) => ({
  ...authorisation,
  ofBatch: { ...ofBatch, ...change },
});

test.each([5, 256, 257, 700])(
  'a row of a batch of %s rows that people have approved is sent',
  async (rows) => {
    const { bank, send } = sending('payout:PO-1');
    await send('createPayout', order, (await approvedRow({ rows })).authorisation);
    expect(bank.createPayout).toHaveBeenCalledTimes(1);
  },
);

test('a payout under the act of a batch without a row that was approved is not sent', async () => {
  const { ofBatch: _none, ...rest } = (await approvedRow()).authorisation;
  expect(await refusalOf(rest)).toContain('its batch was approved');
  expect(await refusalOf({ ...rest, ofBatch: 'x' })).toContain('its batch was approved');
});

test.each<[string, (of: Proven) => object]>([
  ['another number', () => ({ row: 4 })],
  ['another place', () => ({ index: 3 })],
  ['a path that is made up', ({ ofBatch }) => ({ path: [...ofBatch.path].reverse() })],
  ['another root', ({ ofBatch: { head } }) => ({ head: { ...head, root: 'A'.repeat(43) } })],
  ['another number of rows', ({ ofBatch: { head } }) => ({ head: { ...head, rows: 4 } })],
  ['another batch', ({ ofBatch: { head } }) => ({ head: { ...head, batch: 'BT-2' } })],
  [
    'another paying account',
    ({ ofBatch: { head } }) => ({ head: { ...head, sourceAccountNumber: '9000000002' } }),
  ],
])('a row with %s is none of the batch', async (_what, change) => {
  const proven = await approvedRow();
  expect(await refusalOf(altered(proven, change(proven)))).toContain('no row of the batch');
});

test('the root covers the name to which a row is sent', async () => {
  const { authorisation } = await approvedRow();
  const other = payoutOrder(PAYOUT, 'ANOTHER PERSON ENTIRELY');
  expect(await refusalOf(authorisation, other)).toContain('no row of the batch');
});

test('a total that is made up, makers left out, and one approval of two are not what people have agreed to', async () => {
  const row = await approvedRow();
  const { head, approvals } = row.ofBatch;
  const tries = [
    { head: { ...head, totalKobo: 1 } },
    { head: { ...head, makers: ['other-person'] } },
    { approvals: approvals.slice(1) },
    { approvals: [approvals[0], approvals[0]] },
    { approvals: [approvals[0], await batchApproval(maker.key, row.digest)] },
  ];
  for (const change of tries) expect(await refusalOf(altered(row, change))).toContain('people in the role');
});

test('who has changed a batch does not count as an approver of it', async () => {
  const { authorisation } = await approvedRow({ head: { makers: ['maker-1', 'Approver-1'] } });
  expect(await refusalOf(authorisation)).toContain('0 of 2 people');
});

test('an approval of one payout is none of a batch', async () => {
  const row = await approvedRow();
  const approvals = [await approval(first.key, {}, row.digest), await approval(second.key, {}, row.digest)];
  expect(await refusalOf(altered(row, { approvals }))).toContain('something else');
});

test('a row whose batch has not been paid before its approval lapsed needs an approval of its own', async () => {
  const { authorisation, ...row } = await approvedRow({ agoMs: 4 * DAY_MS });
  expect(await refusalOf(authorisation)).toContain('people in the role');
  const digest = contentDigest(payoutContent(PAYOUT, HOLDER));
  const own = [await approval(first.key, {}, digest), await approval(second.key, {}, digest)];
  const { bank, send } = sending('payout:PO-1');
  await send('createPayout', order, { ...authorisation, approvals: own });
  expect(bank.createPayout).toHaveBeenCalledTimes(1);
  const without = { ...row.ofBatch, approvals: [] };
  expect(await refusalOf({ ...authorisation, ofBatch: without, approvals: own })).toContain('0 of 2');
});

test('a row that was changed is no row of the batch any more', async () => {
  const { authorisation } = await approvedRow();
  const changes = [await proven('amend', { accountNumber: '9999999999' }, { key: third.key })];
  const moved = { ...PAYOUT, beneficiary: { ...PAYOUT.beneficiary, accountNumber: '9999999999' } };
  expect(await refusalOf({ ...authorisation, changes }, payoutOrder(moved, HOLDER))).toContain('no row');
});

test('an input that brings a clock which stands still keeps no approval alive', async () => {
  const { authorisation } = await approvedRow({ agoMs: 4 * DAY_MS, clock: { clock: { rate: 0.000_01 } } });
  expect(await refusalOf(authorisation)).toContain('clock must be left out');
});
