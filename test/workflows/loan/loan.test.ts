import { bring } from '../../support/workflows/loan-steering';
import { loanFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';
import type { LoanResult } from '../../../src/domain/loan/stages';
import type { RepaymentResult } from '../../../src/domain/repayment/stages';

const environment = steering();
const DAY = 24 * 60;

test('a loan runs from the customer record to its disbursement and then to its last repayment', async () => {
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'OFFER');
  await loan.tell('acceptOffer');
  const result = await loan.result<LoanResult>();
  expect(result.stage).toBe('DISBURSED');
  const repayment = environment.found(String(result.repaymentWorkflowId));
  await repayment.until(({ facts }) => facts.instalmentsPaid === 5, DAY);
  // With its parent gone, the end of a child would stop this server's clock: from here on it runs by itself.
  await environment.parts().env.connection.testService!.unlockTimeSkipping({});
  expect(await (repayment.handle.result() as Promise<RepaymentResult>)).toMatchObject({ stage: 'CLOSED' });
});
