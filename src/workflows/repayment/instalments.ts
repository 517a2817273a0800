import { condition } from '@temporalio/workflow';
import { businessNow } from '../../domain/clock';
import type { Pace } from '../../domain/cadence';
import { arrearsFrom, daysPastDue, dueAt } from '../../domain/repayment-calendar';
import { attempt, poll, waitFor, within } from '../case/steps';
import { charge, nextCharge, shouldCharge } from './charging';
import { readSchedule, unpaid } from './schedule';
import type { RepaymentCase } from './repayment-case';

const HOUR_MS = 3_600_000;

/**
 * Observes an instalment, or charges it, until it is paid; once it is late, the loan is in arrears. Comes back earlier
 * when the history has become too long to go on in this run.
 */
export async function settle(repayment: RepaymentCase, number: number, dueOn: string): Promise<void> {
  while (unpaid(repayment, dueOn)) {
    if (repayment.hasLongHistory) return;
    if (isLate(repayment, dueOn) && !(await isInArrears(repayment, dueOn))) continue;
    if (shouldCharge(repayment, dueOn)) await charge(repayment, number, dueOn);
    else await observe(repayment, dueOn);
  }
  const next = repayment.next();
  if (repayment.file.stage === 'ARREARS' && !(next && isLate(repayment, next.instalment.dueOn)))
    recover(repayment);
}

function recover({ file }: RepaymentCase): void {
  Object.assign(file.facts, { overdueSince: null, daysPastDue: 0 });
  file.enter('REPAYING');
}

const isLate = (repayment: RepaymentCase, dueOn: string) => untilArrears(repayment, dueOn) <= 0;

const untilArrears = (repayment: RepaymentCase, dueOn: string) =>
  repayment.realMsUntil(arrearsFrom(dueOn, repayment.input.policy.graceDays));

/** Waits for a payment; comes back earlier when the loan falls into arrears or is to be charged. */
async function observe(repayment: RepaymentCase, dueOn: string): Promise<void> {
  const wait = () =>
    Promise.race([untilPaid(repayment, dueOn), untilCharge(repayment, dueOn), untilLongHistory(repayment)]);
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
  await attempt(repayment, 'Reading the repayment schedule', () =>
    poll(repayment, 'repayment', (pace) => look(repayment, dueOn, pace)),
  );
}

/** Who asks to look now also wants to see what was paid in part. */
async function look(repayment: RepaymentCase, dueOn: string, pace: Pace): Promise<void> {
  if (pace.askNow) {
    await readSchedule(repayment);
    if (!unpaid(repayment, dueOn)) return;
  }
  const { loanId } = repayment.input;
  const { instalments } = await repayment.service.watch.awaitInstalmentPaid({
    loanId,
    dueOn,
    notBefore: new Date(firstLookAt(repayment, dueOn)).toISOString(),
    pace: { ...pace, askNow: false },
  });
  repayment.learn(instalments);
}

/** Where the policy charges on the due date, the charge comes first and looks for itself. */
const firstLookAt = ({ input: { policy } }: RepaymentCase, dueOn: string) =>
  dueAt(dueOn) + (policy.mode === 'charge' ? HOUR_MS : 0);

const untilLongHistory = (repayment: RepaymentCase) => condition(() => repayment.hasLongHistory);

async function untilCharge(repayment: RepaymentCase, dueOn: string): Promise<void> {
  await Promise.race([nextCharge(repayment, dueOn), condition(() => shouldCharge(repayment, dueOn))]);
}

/** Nobody is called late who has paid since the schedule was read last. */
async function isInArrears(repayment: RepaymentCase, dueOn: string): Promise<boolean> {
  if (repayment.file.facts.overdueSince !== dueOn) await readSchedule(repayment);
  if (!unpaid(repayment, dueOn)) return false;
  fallIntoArrears(repayment, dueOn);
  return true;
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
