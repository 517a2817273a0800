import type { ChosenReadings } from '../../../src/sandbox/readings/readings';
import { runToEnd } from '../../support/workflows/loan-steering';
import { loanFile, type Wishes } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();

/** Runs a loan to its end at a bank that reads its interface so; the result, and what needed attention on the way. */
async function run(readings: ChosenReadings, wishes: Wishes = {}) {
  environment.read(readings);
  const loan = await environment.startLoan(loanFile(wishes));
  const { stage } = await runToEnd(environment, loan);
  const { timeline } = await loan.snapshot();
  return { stage, attention: timeline.filter(({ what }) => what.includes('attention')) };
}

const DISBURSED = { stage: 'DISBURSED', attention: [] };

test('a decision that the bank has begun by itself is waited for, though asking for it is refused', async () => {
  expect(await run({ decisioning: 'by-itself' })).toEqual(DISBURSED);
});
