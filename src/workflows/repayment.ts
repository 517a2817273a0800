import { continueAsNew } from '@temporalio/workflow';
import { confirmClosed, settle } from './repayment/instalments';
import { readSchedule } from './repayment/schedule';
import { RepaymentCase, type RepaymentInput } from './repayment/repayment-case';
import type { RepaymentResult } from './results';

/** Follows a disbursed loan instalment by instalment, until nothing is left to pay. */
export async function repaymentWorkflow(input: RepaymentInput): Promise<RepaymentResult> {
  const repayment = new RepaymentCase(input);
  if (!input.carried) await readSchedule(repayment);
  for (let next = repayment.next(); next; next = repayment.next()) {
    if (repayment.hasLongHistory) await continueAsNew<typeof repaymentWorkflow>(repayment.carry());
    await settle(repayment, next.number, next.instalment.dueOn);
  }
  await confirmClosed(repayment);
  return { loanReference: input.loanReference, loanId: input.loanId, stage: 'CLOSED' };
}
