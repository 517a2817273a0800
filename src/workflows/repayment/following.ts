import { sleep } from '@temporalio/workflow';
import { dueAt } from '../../domain/repayment/calendar';
import type { Act } from '../../domain/repayment/decision';
import type { Pace } from '../../domain/time/cadence';
import { pollDelay, realDuration } from '../../domain/time/clock';
import { attempt, firstOf, poll, wakeUp } from '../case/steps';
import { charge } from './charging';
import { unlessHandedOver } from './handover';
import type { RepaymentCase } from './repayment-case';
import { readSchedule, unlessGone } from './loan-record';

type ActOf<N extends Act['act']> = Extract<Act, { act: N }>;

const HOUR_MS = 3_600_000;

/** Follows a loan, act by act, until nothing is left to pay. */
export async function follow(repayment: RepaymentCase): Promise<void> {
  let next = repayment.nextAct();
  while (next.act !== 'close') {
    await carryOut(repayment, next);
    next = repayment.nextAct();
  }
  repayment.showStanding();
  repayment.stopWaiting();
}

async function carryOut(repayment: RepaymentCase, next: Act): Promise<void> {
  if (next.act === 'charge') return charge(repayment, next.charge);
  if (next.act === 'read') return readAt(repayment, next);
  if (next.act === 'observe') return observe(repayment, next);
}

/** Reads the schedule at an instant, or earlier when a person asks or an event arrives. */
async function readAt(repayment: RepaymentCase, act: ActOf<'read'>): Promise<void> {
  const { atMs } = act;
  if (atMs > repayment.nowMs) {
    repayment.showStanding();
    const isTime = await unlessHandedOver(repayment, () =>
      firstOf<boolean[]>(
        () => until(pollDelay(repayment.clock, atMs - repayment.nowMs)).then(() => true),
        () => wakeUp(repayment).then(() => true),
        () => repayment.untilOtherThan(act).then(() => false),
      ),
    );
    if (!isTime) return;
  }
  await readSchedule(repayment);
}

/** Waits for a payment until an instant, or until a person has changed what is to be done. */
async function observe(repayment: RepaymentCase, act: ActOf<'observe'>): Promise<void> {
  const { dueOn, untilMs } = act;
  repayment.showStanding();
  await unlessHandedOver(repayment, () =>
    firstOf<unknown[]>(
      () => untilMorePaid(repayment, dueOn),
      () => until(realDuration(repayment.clock, untilMs - repayment.nowMs)),
      () => repayment.untilOtherThan(act),
    ),
  );
}

/** Without end where there is no such instant. */
async function until(realMs: number): Promise<void> {
  if (realMs === Infinity) return new Promise(() => undefined);
  await sleep(Math.max(1, realMs), { summary: 'until the loan is looked at again' });
}

const untilMorePaid = (repayment: RepaymentCase, dueOn: string): Promise<unknown> =>
  attempt(repayment, 'Reading the repayment schedule', () =>
    unlessGone(repayment, () => poll(repayment, 'repayment', (pace) => look(repayment, dueOn, pace))),
  );

/** An officer who asks for a recheck also wants to see what was paid in part. */
async function look(repayment: RepaymentCase, dueOn: string, pace: Pace): Promise<void> {
  if (pace.trigger !== 'schedule') return readSchedule(repayment);
  const { input, book, bank } = repayment;
  // Where the policy charges on the due date, the charge comes first and looks for itself.
  const notBeforeMs = dueAt(dueOn) + (input.policy.mode === 'charge' ? HOUR_MS : 0);
  const { instalments } = await bank.watch.awaitInstalmentPaid({
    loanId: input.loanId,
    dueOn,
    known: book.listed.find((one) => one.dueOn === dueOn),
    notBefore: new Date(notBeforeMs).toISOString(),
    pace,
  });
  repayment.learn(instalments);
}
