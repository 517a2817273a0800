import { continueAsNew } from '@temporalio/workflow';
import { runCase } from '../case/run-case';
import type { RepaymentResult } from '../results';
import { isPaidOff, readFirstSchedule } from './loan-record';
import { settle } from './instalment';
import { RepaymentCase, type RepaymentInput } from './repayment-case';

/** Follows a disbursed loan instalment by instalment, until nothing is left to pay. */
export async function repaymentWorkflow(input: RepaymentInput): Promise<RepaymentResult> {
  const repayment = new RepaymentCase(input);
  return runCase(repayment, async () => {
    if (!input.carried) await readFirstSchedule(repayment);
    let isClosed = false;
    while (!isClosed) {
      await settleAll(repayment);
      isClosed = await isPaidOff(repayment);
    }
    return repayment.close();
  });
}

/** Goes on in a new run when the history of this one has become long. */
async function settleAll(repayment: RepaymentCase): Promise<void> {
  for (let next = repayment.next(); next; next = repayment.next()) {
    if (repayment.hasLongHistory) await continueAsNew<typeof repaymentWorkflow>(await repayment.handOver());
    await settle(repayment, next);
  }
}
