import { sleep } from '@temporalio/workflow';
import { isInOtherWords, type Refused } from '../../bank/contract/refusals';
import { unlessRefused } from '../case/failures';
import { unlessItStands } from '../case/send-once';
import { attempt, firstOf, onceKnown } from '../case/steps';
import type { RepaymentCase } from './repayment-case';
import { hasInstalments, instalmentsOf } from '../../domain/repayment/instalments';
import { UNKNOWN_YET_SECONDS } from '../../domain/time/activity-timeouts';
import { cadences, nextWaitSeconds } from '../../domain/time/cadence';
import { pollDelay } from '../../domain/time/clock';

const READING = 'Reading the repayment schedule';

/** Reads the whole schedule, unless people have said that nothing is left to pay. */
export const readSchedule = (repayment: RepaymentCase): Promise<void> =>
  repayment.ask(() => attempt(repayment, READING, () => schedule(repayment)));

/**
 * Reads the schedule of a loan that has just been disbursed, until it shows something to repay: a bank that has not
 * drawn it up yet may show it empty, or know of no such loan.
 */
export async function readFirstSchedule(repayment: RepaymentCase): Promise<void> {
  await attempt(
    repayment,
    READING,
    onceKnown(repayment, () => scheduleIfAny(repayment)),
  );
  let waitedSeconds = 0;
  while (!hasInstalments(repayment.book.instalments) && !(await isShownClosed(repayment))) {
    if (waitedSeconds >= UNKNOWN_YET_SECONDS) askAboutSchedule(repayment);
    const seconds = nextWaitSeconds(cadences.firstSchedule, waitedSeconds);
    await untilNextRead(repayment, seconds);
    waitedSeconds += seconds;
    await repayment.ask(() => attempt(repayment, READING, () => scheduleIfAny(repayment)));
  }
  repayment.settleAttention();
}

const scheduleIfAny = (repayment: RepaymentCase): Promise<unknown> =>
  unlessItStands<unknown>(
    () => schedule(repayment),
    async (refused) => namesNoLoan(refused) || undefined,
  );

function askAboutSchedule(repayment: RepaymentCase): void {
  const cause = 'the loan is disbursed, but the bank shows nothing to repay';
  if (!repayment.attention) repayment.raiseAttention(cause, repayment.remedies);
}

/** An officer who was asked for help may have it read earlier. */
const untilNextRead = (repayment: RepaymentCase, seconds: number): Promise<unknown> =>
  firstOf<unknown[]>(
    () => sleep(pollDelay(repayment.clock, seconds * 1000), { summary: 'before the schedule is read again' }),
    () => (repayment.attention ? repayment.askForRetry() : new Promise(() => undefined)),
  );

/** Whether the bank itself calls this loan closed: a loan that was repaid at once may have no instalments to show. */
const isShownClosed = async (repayment: RepaymentCase): Promise<boolean> =>
  repayment.isSaidRepaid ||
  attempt(repayment, 'Reading the loan', () =>
    unlessRefused(
      () => isClosed(repayment),
      () => false,
    ),
  );

async function isClosed({ bank, input: { customerId, loanId } }: RepaymentCase): Promise<boolean> {
  const active = await bank.routine.getActiveLoan({ customer_id: customerId });
  return active?.loanId === loanId && active.loanStatus === 'CLOSED';
}

async function schedule(repayment: RepaymentCase): Promise<void> {
  const { loanId } = repayment.input;
  if (repayment.isSaidRepaid) return;
  await unlessGone(repayment, async () => {
    const { schedule } = await repayment.bank.routine.getRepaymentSchedule({ loanId });
    repayment.learn(instalmentsOf(schedule));
  });
}

/** Reads a schedule that some banks no longer show once all of it is paid. */
export const unlessGone = (repayment: RepaymentCase, read: () => Promise<void>): Promise<unknown> =>
  unlessItStands<unknown>(read, async (refused) => {
    if (!hasInstalments(repayment.book.instalments)) return undefined;
    const isGone = namesNoLoan(refused)
      ? ['CLOSED', undefined].includes(await shownStatus(repayment))
      : await isClosed(repayment);
    if (isGone) repayment.learn([]);
    return isGone || undefined;
  });

/** Whether the bank, or people, call the loan closed too; false when its schedule shows something unpaid all the same. */
export async function isPaidOff(repayment: RepaymentCase): Promise<boolean> {
  let status = await loanStatus(repayment);
  while (status !== 'CLOSED') {
    await readSchedule(repayment);
    if (repayment.book.next()) return false;
    if (status === undefined) return true;
    await askAboutStatus(repayment, status);
    status = await loanStatus(repayment);
  }
  return true;
}

async function askAboutStatus(repayment: RepaymentCase, status: string): Promise<void> {
  const cause = `every instalment is paid, but the bank calls the loan ${status}`;
  repayment.raiseAttention(cause, repayment.remedies);
  await repayment.askForRetry();
  repayment.settleAttention();
}

const loanStatus = async (repayment: RepaymentCase): Promise<string | undefined> =>
  repayment.isSaidRepaid ? 'CLOSED' : attempt(repayment, 'Reading the loan', () => shownStatus(repayment));

/**
 * The status that the bank gives the loan. It is CLOSED if the customer's active loan is a different one, or if the customer
 * has no active loan; `undefined` if the bank refuses in words that no document has.
 */
const shownStatus = ({ bank, input }: RepaymentCase): Promise<string | undefined> =>
  unlessRefused(
    async () => {
      const active = await bank.routine.getActiveLoan({ customer_id: input.customerId });
      return active?.loanId === input.loanId ? active.loanStatus : 'CLOSED';
    },
    (refused, error) => {
      if (namesNoLoan(refused)) return 'CLOSED';
      if (isInOtherWords(refused)) return undefined;
      throw error;
    },
  );

/** For a loan that the bank has shown before, it means that the customer has paid it off. */
const namesNoLoan = ({ status, refusal }: Refused) => status === 404 || /loan not found/i.test(refusal);
