import { sendingOf } from '../../../src/activities/gate/sendings';
import { REAL_TIME } from '../../../src/domain/time/clock';
import { chargeReference } from '../../../src/domain/repayment/charge';
import { attempt } from '../../support/fake-bank';

test('a charge by mandate is measured by what its start allows, without the charges that took nothing', async () => {
  const reference = chargeReference('LN-1', '2030-02-28', 2);
  const untaken = [chargeReference('LN-1', '2030-02-28', 1)];
  const start = { fields: { policy: { mandate: { inAllKobo: 600_000 } } } };
  const sending = await attempt().run(() =>
    Promise.resolve(
      sendingOf(
        {
          ...{ name: 'chargeRepayment', order: { reference, loanId: 'L-1', amount: 1_000 }, untaken },
          ...{ authorisation: { start }, limits: {} },
        },
        { mode: 'signed', dailyLimits: {}, clock: REAL_TIME },
      ),
    ),
  );
  expect(sending).toMatchObject({
    effect: { mandate: 'LN-1', untaken, amountKobo: 1_000 },
    limits: { mandateKobo: 600_000 },
  });
});
