import { arrearsFrom, daysPastDue } from '../../domain/repayment/calendar';
import type { RepaymentCase } from './repayment-case';
import { readSchedule } from './loan-record';

/** Real milliseconds until an unpaid instalment counts as arrears. */
export const untilArrears = (repayment: RepaymentCase, dueOn: string): number =>
  repayment.realMsUntil(arrearsFrom(dueOn, repayment.input.policy.graceDays));

export const isLate = (repayment: RepaymentCase, dueOn: string): boolean =>
  untilArrears(repayment, dueOn) <= 0;

/**
 * Whether the loan is in arrears with an instalment that is late, which the case then shows. The schedule is read
 * first: the borrower may have paid since it was read last.
 */
export async function isInArrears(repayment: RepaymentCase, dueOn: string): Promise<boolean> {
  if (repayment.facts.overdueSince !== dueOn) await readSchedule(repayment);
  if (!repayment.unpaid(dueOn)) return false;
  fallIntoArrears(repayment, dueOn);
  return true;
}

function fallIntoArrears(repayment: RepaymentCase, dueOn: string): void {
  const cause = `the instalment due on ${dueOn} is unpaid`;
  Object.assign(repayment.facts, { overdueSince: dueOn, daysPastDue: daysPastDue(dueOn, repayment.nowMs) });
  if (repayment.stage !== 'ARREARS') repayment.enter('ARREARS', cause);
  repayment.raiseAttention(cause, ['recordPromise', 'chargeNow', 'resolveCharge', 'recheck']);
}

/** Ends the arrears, unless the next instalment is late as well. */
export function recoverIfPaid(repayment: RepaymentCase): void {
  const next = repayment.next();
  if (repayment.stage !== 'ARREARS' || (next && isLate(repayment, next.instalment.dueOn))) return;
  Object.assign(repayment.facts, { overdueSince: null, daysPastDue: 0 });
  repayment.enter('REPAYING');
}
