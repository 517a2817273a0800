import { refusalOf } from '../case/failures';
import { attempt } from '../case/steps';
import type { RepaymentCase } from './repayment-case';
import { instalmentsOf } from '../../domain/repayment/instalments';

/** Reads the whole schedule. */
export async function readSchedule(repayment: RepaymentCase): Promise<void> {
  const { loanId } = repayment.input;
  const { schedule } = await attempt(repayment, 'Reading the repayment schedule', () =>
    repayment.bank.routine.getRepaymentSchedule({ loanId }),
  );
  repayment.learn(instalmentsOf(schedule));
}

/** Waits until the bank itself calls the loan closed. */
export async function confirmClosed(repayment: RepaymentCase): Promise<void> {
  let status = await loanStatus(repayment);
  while (status !== 'CLOSED') {
    repayment.raiseAttention(
      `every instalment is paid, but the bank calls the loan ${status}`,
      repayment.remedies,
    );
    await repayment.askForRetry();
    repayment.settleAttention();
    status = await loanStatus(repayment);
  }
}

/** What the bank calls the loan; CLOSED where the customer's active loan is another one, or there is none. */
const loanStatus = (repayment: RepaymentCase): Promise<string> =>
  attempt(repayment, 'Reading the loan', async () => {
    const { customerId, loanId } = repayment.input;
    try {
      const active = await repayment.bank.routine.getActiveLoan({ customer_id: customerId });
      return active.loanId === loanId ? active.loanStatus : 'CLOSED';
    } catch (error) {
      if (hasNoActiveLoan(error)) return 'CLOSED';
      throw error;
    }
  });

/** Every instalment is paid by now, so a customer without an active loan has paid this one off. */
function hasNoActiveLoan(error: unknown): boolean {
  const refused = refusalOf(error);
  return refused?.status === 404 || /loan not found/i.test(refused?.refusal ?? '');
}
