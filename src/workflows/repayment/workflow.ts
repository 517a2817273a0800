import { runCase } from '../case/run-case';
import { follow } from './following';
import { isPaidOff, readFirstSchedule } from './schedule-and-status';
import { RepaymentCase, type RepaymentInput } from './repayment-case';
import type { RepaymentResult } from '../../domain/repayment/stages';

/**
 * Follows a disbursed loan instalment by instalment, until nothing is left to pay. It lives for years: while it waits for
 * a payment, and its history has become long, it goes on in a new run.
 */
export async function repaymentWorkflow(input: RepaymentInput): Promise<RepaymentResult> {
  const repayment = new RepaymentCase(input);
  return runCase(repayment, async () => {
    if (!repayment.isContinued) await readFirstSchedule(repayment);
    let isClosed = false;
    while (!isClosed) {
      await follow(repayment);
      isClosed = await isPaidOff(repayment);
    }
    return repayment.close();
  });
}
