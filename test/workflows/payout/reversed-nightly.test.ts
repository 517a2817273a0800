import { Client } from '@temporalio/client';
import { reopenReversed } from '../../../src/activities/notifications/wake-ups';
import type { ReturnedMoney } from '../../../src/domain/payout/returned-money';
import { REAL_TIME } from '../../../src/domain/time/clock';
import { holderOf } from '../../../sandbox/money/banks';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const DAY = 24 * 60;

test('a return that every night finds again asks nobody anew: the wait keeps its beginning', async () => {
  const { connection, namespace = 'default' } = environment.parts().env;
  const file = payoutFile(holderOf('901', '0000000006'), '0000000006', '9000000001');
  await (await environment.startPayout(file)).result();
  await environment.sleep(3 * DAY);
  const night = () => {
    const returned: ReturnedMoney = {
      ...{ source: 'credit', accountNumber: '9000000001', uniqueRef: '790', amountKobo: 2_500_000 },
      at: '2026-11-23T22:00:00.000Z',
    };
    return reopenReversed(new Client({ connection, namespace }), file.reference, {
      clock: REAL_TIME,
      evidence: [returned],
    });
  };
  await night();
  const reopened = environment.found(`payout:${file.reference}`);
  await reopened.until(({ timeline }) => asked(timeline).length === 2);
  const { attention } = await reopened.snapshot();
  for (let nights = 0; nights < 3; nights++) {
    await environment.sleep(DAY);
    expect(await night()).toBe('open');
    await reopened.tell('recheck', { actor: 'operator-1', role: 'operator' });
  }
  await environment.sleep(DAY);
  const after = await reopened.snapshot();
  expect(asked(after.timeline)).toHaveLength(2);
  expect(after.attention).toEqual(attention);
});

const asked = (timeline: readonly { readonly what: string }[]) =>
  timeline.filter(({ what }) => what.startsWith('Needs attention: it had been paid'));
