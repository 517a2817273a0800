import { contentDigest } from '../../../src/authority/digest';
import { limitsContent, limitsOrder } from '../../../src/domain/payout/transfer-limits';
import { approval, first, maker, proven, second, sending } from '../../support/activities/gate';
import { failureOf } from '../../support/fake-bank';

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
