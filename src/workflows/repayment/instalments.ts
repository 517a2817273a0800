import { condition } from '@temporalio/workflow';
import { businessNow } from '../../domain/clock';
import { arrearsFrom, daysPastDue, dueAt, isPaid } from '../../domain/repayment-calendar';
import { attempt, poll, waitFor, within } from '../case/steps';
import { charge, nextCharge, shouldCharge } from './charging';
import type { RepaymentCase } from './repayment-case';

/** Reads the whole schedule once. */
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

/** Observes an instalment, or charges it, until it is paid; once it is late, the loan is in arrears. */
export async function settle(repayment: RepaymentCase, number: number, dueOn: string): Promise<void> {
  const unpaid = () => repayment.schedule.find((entry) => entry.dueOn === dueOn && !isPaid(entry));
  for (let instalment = unpaid(); instalment; instalment = unpaid()) {
    if (isLate(repayment, dueOn)) fallIntoArrears(repayment, dueOn);
    if (shouldCharge(repayment, dueOn)) await charge(repayment, number, instalment);
    else await observe(repayment, dueOn);
  }
  const next = repayment.next();
  if (repayment.file.stage === 'ARREARS' && !(next && isLate(repayment, next.instalment.dueOn)))
    repayment.file.enter('REPAYING');
}

const isLate = (repayment: RepaymentCase, dueOn: string) => untilArrears(repayment, dueOn) <= 0;

const untilArrears = (repayment: RepaymentCase, dueOn: string) =>
  repayment.realMsUntil(arrearsFrom(dueOn, repayment.input.policy.graceDays));

/** Waits for a payment; comes back earlier when the loan falls into arrears or is to be charged. */
async function observe(repayment: RepaymentCase, dueOn: string): Promise<void> {
  const wait = () => Promise.race([untilPaid(repayment, dueOn), untilCharge(repayment, dueOn)]);
  const late = isLate(repayment, dueOn);
  await waitFor(
    repayment,
    'REPAYMENT',
    () =>
      late
        ? within(Infinity, wait)
        : within(untilArrears(repayment, dueOn), wait, 'unpaid until then is late'),
    new Date(dueAt(dueOn)).toISOString(),
  );
}

async function untilPaid(repayment: RepaymentCase, dueOn: string): Promise<void> {
  const { loanId } = repayment.input;
  const notBefore = new Date(dueAt(dueOn)).toISOString();
  const { instalments } = await attempt(repayment, 'Reading the repayment schedule', () =>
    poll(repayment, 'repayment', (pace) =>
      repayment.service.routine.awaitInstalmentPaid({ loanId, dueOn, notBefore, pace }),
    ),
  );
  repayment.learn(instalments);
}

async function untilCharge(repayment: RepaymentCase, dueOn: string): Promise<void> {
  await Promise.race([nextCharge(repayment, dueOn), condition(() => shouldCharge(repayment, dueOn))]);
}

function fallIntoArrears({ file, input: { clock } }: RepaymentCase, dueOn: string): void {
  const facts = { overdueSince: dueOn, daysPastDue: daysPastDue(dueOn, businessNow(clock, Date.now())) };
  Object.assign(file.facts, facts);
  if (file.stage !== 'ARREARS') file.enter('ARREARS', `the instalment due on ${dueOn} is unpaid`);
  file.raiseAttention(`the instalment due on ${dueOn} is unpaid`, ['recordPromise', 'chargeNow', 'recheck']);
}

/** The service itself must call the loan closed. */
export async function confirmClosed(repayment: RepaymentCase): Promise<void> {
  const { customerId, loanId } = repayment.input;
  const read = () => repayment.service.routine.getActiveLoan({ customer_id: customerId });
  for (;;) {
    const loan = await attempt(repayment, 'Reading the loan', read);
    if (loan.loanId !== loanId || loan.loanStatus === 'CLOSED') break;
    repayment.file.raiseAttention(
      `every instalment is paid, but the service calls the loan ${loan.loanStatus}`,
      repayment.remedies,
    );
    await repayment.askForRetry();
    repayment.file.settleAttention();
  }
  repayment.file.enter('CLOSED');
}
