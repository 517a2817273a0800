import { runCase } from '../case/run-case';
import type { RepaymentResult } from '../results';
import { goOnCharging } from './charging';
import { isPaidOff, readFirstSchedule } from './loan-record';
import { settle } from './instalment';
import { RepaymentCase, type RepaymentInput } from './repayment-case';

/** Follows a disbursed loan instalment by instalment, until nothing is left to pay. */
export async function repaymentWorkflow(input: RepaymentInput): Promise<RepaymentResult> {
  const repayment = new RepaymentCase(input);
  return runCase(repayment, async () => {
    await repayment.progress.once('schedule', () => readFirstSchedule(repayment));
    await goOnCharging(repayment);
    let isClosed = false;
    while (!isClosed) {
      await settleAll(repayment);
      isClosed = await isPaidOff(repayment);
    }
    return repayment.close();
  });
}

async function settleAll(repayment: RepaymentCase): Promise<void> {
  for (let next = repayment.next(); next; next = repayment.next()) await settle(repayment, next);
}
