import { dueAt } from '../../domain/repayment/calendar';
import type { Unpaid } from '../../domain/repayment/instalments';
import type { Pace } from '../../domain/time/cadence';
import { firstOf, within } from '../case/races';
import { attempt, poll, waitFor } from '../case/steps';
import { isInArrears, isLate, recoverIfPaid, untilArrears } from './arrears';
import { charge, shouldCharge, untilCharge } from './charging';
import type { RepaymentCase } from './repayment-case';
import { readSchedule } from './loan-record';

const HOUR_MS = 3_600_000;

/** Observes an instalment, or charges it, until it is paid; once it is late, the loan is in arrears. */
export async function settle(repayment: RepaymentCase, { number, instalment }: Unpaid): Promise<void> {
  const { dueOn } = instalment;
  while (repayment.unpaid(dueOn)) {
    const isStillDue = !isLate(repayment, dueOn) || (await isInArrears(repayment, dueOn));
    if (isStillDue && shouldCharge(repayment, dueOn)) await charge(repayment, number, dueOn);
    else if (isStillDue) await observe(repayment, dueOn);
  }
  recoverIfPaid(repayment);
}

/** Waits for a payment; comes back earlier when the loan falls into arrears or is to be charged. */
async function observe(repayment: RepaymentCase, dueOn: string): Promise<void> {
  const changed = () =>
    firstOf(
      () => untilPaid(repayment, dueOn),
      () => untilCharge(repayment, dueOn),
    );
  await waitFor(
    repayment,
    'REPAYMENT',
    () =>
      isLate(repayment, dueOn)
        ? changed()
        : within(untilArrears(repayment, dueOn), changed, 'unpaid until then is late'),
    new Date(dueAt(dueOn)).toISOString(),
  );
}

async function untilPaid(repayment: RepaymentCase, dueOn: string): Promise<void> {
  await attempt(repayment, 'Reading the repayment schedule', () =>
    poll(repayment, 'repayment', (pace) => look(repayment, dueOn, pace)),
  );
}

/** An officer who asks for a recheck also wants to see what was paid in part. */
async function look(repayment: RepaymentCase, dueOn: string, pace: Pace): Promise<void> {
  if (pace.trigger !== 'schedule') {
    await readSchedule(repayment);
    if (!repayment.unpaid(dueOn)) return;
  }
  const { loanId } = repayment.input;
  const { instalments } = await repayment.bank.watch.awaitInstalmentPaid({
    loanId,
    dueOn,
    notBefore: new Date(firstLookAt(repayment, dueOn)).toISOString(),
    pace: { ...pace, trigger: 'schedule' },
  });
  repayment.learn(instalments);
}

/** Where the policy charges on the due date, the charge comes first and looks for itself. */
const firstLookAt = ({ input: { policy } }: RepaymentCase, dueOn: string) =>
  dueAt(dueOn) + (policy.mode === 'charge' ? HOUR_MS : 0);
