import { holderOf } from '../../sandbox/money/banks';
import { payoutFile } from '../support/workflows/sample';
import { steering } from '../support/workflows/steering';

const NUMBER = '0000000081';
/** EVENT_TYPE_MARKER_RECORDED: one for each local activity. */
const MARKER = 25;

const environment = steering(undefined, undefined, () => undefined);

test('where no records are kept, the audit costs a payout no event', async () => {
  const payout = await environment.startPayout(payoutFile(holderOf('901', NUMBER), NUMBER, '9000000001'));
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
  // Its input was parsed in place, and nothing else was.
  expect((await payout.eventTypes()).filter((type) => type === MARKER)).toHaveLength(1);
});
