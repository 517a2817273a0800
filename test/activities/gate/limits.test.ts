import { RequestRefusedError } from '../../../src/bank/errors';
import { contentDigest } from '../../../src/authority/digest';
import { limitsContent, limitsOrder } from '../../../src/domain/transfer-limits/limits';
import { approval, first, maker, proven, second, sending } from '../../support/activities/gate';
import { openRecords } from '../../../src/records/records';
import { USUAL_PAYOUT_POLICY } from '../../../src/domain/payout/policy';
import { failureOf } from '../../support/fake-bank';
import { testRecords } from '../../support/records/database';

const wf = 'limits:TL-1';
const wanted = {
  reference: 'TL-1',
  accountNumber: '9000000001',
  perTransactionNaira: 5_000_000,
  dailyNaira: 50_000_000,
};
const digest = contentDigest(limitsContent(wanted));

const authorised = async (by = [first.key, second.key]) => ({
  start: await proven('start', wanted, { wf }),
  approvals: await Promise.all(by.map((key) => approval(key, { wf }, digest))),
});

test('limits that others have agreed to are set', async () => {
  const { bank, send } = sending(wf);
  await send('updateTransferLimits', limitsOrder(wanted), await authorised());
  expect(bank.updateTransferLimits).toHaveBeenCalledTimes(1);
});

test.each([
  ['no proof', wf, limitsOrder(wanted), {}],
  ['other limits than were agreed to', wf, limitsOrder({ ...wanted, dailyNaira: 60_000_000 }), undefined],
  ['another account', wf, limitsOrder({ ...wanted, accountNumber: '9000000002' }), undefined],
  ['another case', 'limits:TL-2', limitsOrder(wanted), undefined],
])('limits with %s are not set', async (_what, workflowId, order, authorisation) => {
  const { bank, send } = sending(workflowId);
  const failure = await failureOf(send('updateTransferLimits', order, authorisation ?? (await authorised())));
  expect(failure.type).toBe('PROOF_REFUSED');
  expect(bank.updateTransferLimits).not.toHaveBeenCalled();
});

test('limits that their maker has agreed to are not set', async () => {
  const { bank, send } = sending(wf);
  const failure = await failureOf(
    send('updateTransferLimits', limitsOrder(wanted), await authorised([first.key, maker.key])),
  );
  expect(failure.message).toContain('1 of 2 people');
  expect(bank.updateTransferLimits).not.toHaveBeenCalled();
});

test('limits that a run of the case has sent are set again by that run alone, and once the bank refuses them by any', async () => {
  const database = await testRecords();
  const records = openRecords(database.roles, database.keys);
  const set = async (runId: string, refusal?: Error) => {
    const { bank, send } = sending(wf, { records, runId });
    if (refusal) bank.updateTransferLimits.mockRejectedValueOnce(refusal);
    await send('updateTransferLimits', limitsOrder(wanted), await authorised());
  };
  const refused = new RequestRefusedError('updateTransferLimits', 400, 'not now');
  expect((await failureOf(set('run-0', refused))).type).toBe('REQUEST_REFUSED');
  await set('run-1');
  await set('run-1');
  expect(await failureOf(set('run-2'))).toMatchObject({
    type: 'PROOF_REFUSED',
    message: 'nothing was sent: another run or change of limits was begun under this reference before',
  });
  await records.close();
  await database.close();
});

test('limits that nobody has to agree to are not set when they were asked for days ago', async () => {
  const policy = { ...USUAL_PAYOUT_POLICY, approvals: [] };
  const { bank, send } = sending(wf, { policy });
  const startedAgo = async (agoMs: number) => ({ start: await proven('start', wanted, { wf, agoMs }) });
  const late = send('updateTransferLimits', limitsOrder(wanted), await startedAgo(8 * 86_400_000));
  expect((await failureOf(late)).message).toContain('too long ago');
  await send('updateTransferLimits', limitsOrder(wanted), await startedAgo(0));
  expect(bank.updateTransferLimits).toHaveBeenCalledTimes(1);
});
