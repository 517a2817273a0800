import { refusals } from '../../../src/bank/contract/refusals';
import { bundleWith } from '../../support/workflow-bundle';
import { fastServers } from '../../support/workflows/fast-server';
import { loanFile } from '../../support/workflows/sample';

const environment = fastServers(() => ({
  fast: { bundle: bundleWith({}), settings: { startAt: '2040-01-01T00:00:00.000Z' } },
}));

test('a case tells since when it is in its first stage by its own clock, although it learns that later', async () => {
  const among = environment('fast');
  among.parts().refusals.plan('createCustomer', refusals.loanNotFound, 100);
  const loan = await among.startLoan(loanFile());
  const { stage, since, timeline } = await loan.until((shown) => shown.timeline.length > 0);
  expect(stage).toBe('ENROLMENT');
  expect(since).toMatch(/^2040-/);
  expect(since <= String(timeline[0]?.at)).toBe(true);
});
