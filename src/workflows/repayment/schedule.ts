import { isPaid, type Instalment } from '../../domain/repayment-calendar';
import { attempt } from '../case/steps';
import type { RepaymentCase } from './repayment-case';

/** Reads the whole schedule. */
export async function readSchedule(repayment: RepaymentCase): Promise<void> {
  const { loanId } = repayment.input;
  const { schedule } = await attempt(repayment, 'Reading the repayment schedule', () =>
    repayment.service.routine.getRepaymentSchedule({ loanId }),
  );
  repayment.learn(
    schedule.map(({ dueDate, totalDue, paidAmount, status }) => ({
      dueOn: dueDate,
      totalDueKobo: totalDue,
      paidKobo: paidAmount,
      status,
    })),
  );
}

/** The instalment that is due on a date, unless it is paid. */
export const unpaid = ({ schedule }: RepaymentCase, dueOn: string): Instalment | undefined =>
  schedule.find((instalment) => instalment.dueOn === dueOn && !isPaid(instalment));
