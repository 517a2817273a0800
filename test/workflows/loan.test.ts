import type { LoanResult, RepaymentResult } from '../../src/workflows/results';
import { bring } from './loan-steering';
import { loanFile } from './sample';
import { steering } from './steering';

const theatre = steering();
const DAY = 24 * 60;

test('a loan runs from the customer record to its disbursement and then to its last repayment', async () => {
  const loan = await theatre.startLoan(loanFile());
  await bring(loan, 'OFFER');
  await loan.tell('acceptOffer');
  const result = await loan.result<LoanResult>();
  expect(result.stage).toBe('DISBURSED');
  const repayment = theatre.found(String(result.repaymentWorkflowId));
  await repayment.until(({ facts }) => facts.instalmentsPaid === 5, DAY);
  // With its parent gone, the end of a child would stop this server's clock: from here on it runs by itself.
  await theatre.life().env.connection.testService!.unlockTimeSkipping({});
  expect(await (repayment.handle.result() as Promise<RepaymentResult>)).toMatchObject({ stage: 'CLOSED' });
});
