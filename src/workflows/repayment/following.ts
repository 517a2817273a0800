import { sleep, CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { dueAt, type Instalment } from '../../domain/repayment/instalments';
import type { Act } from '../../domain/repayment/next-act';
import type { Pace } from '../../domain/time/cadence';
import { HOUR_MS, pollDelay, realDuration } from '../../domain/time/clock';
import { attempt, firstOf, poll, wakeUp } from '../case/steps';
import { unlessHandedOver } from './handover';
import type { RepaymentCase } from './repayment-case';
import { readSchedule, unlessGone } from './schedule-and-status';
import { chargeText, type Charge, type ChargeAnswer } from '../../domain/repayment/charge';
import { inWords, isOutcomeUnknown, isRefusedByGate, refusalOf } from '../case/failures';
import { onceAdmitted, unlessStopped } from '../case/send-once';

type ActOf<N extends Act['act']> = Extract<Act, { act: N }>;

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

/** Waits for a payment until an instant, or until a person's command changes the next act. */
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

/** Never ends for Infinity. */
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

/** The answer to a charge, and the schedule if it was read right before. */
interface Heard extends ChargeAnswer {
  readonly instalments?: readonly Instalment[];
  readonly why?: string;
}

/** Sends a charge and books its result. A refusal is an outcome, not a failure. */
async function charge(repayment: RepaymentCase, begun: Charge): Promise<void> {
  const { book } = repayment;
  book.begin(begun);
  const heard = await attempt(repayment, `Charging the instalment due on ${begun.dueOn}`, () =>
    send(repayment, begun),
  );
  if (heard.instalments) repayment.learn(heard.instalments);
  const settled = book.answered(heard, repayment.nowMs);
  if (settled && heard.status !== 'CHANGED') repayment.note('system', chargeText(settled), heard.why);
  repayment.showFigures();
}

/** Sends it unless charging was paused meanwhile: a charge that has not gone out by then never does. */
async function send(repayment: RepaymentCase, begun: Charge): Promise<Heard> {
  const { input, book, bank } = repayment;
  const { reference, askedKobo: amountKobo } = begun;
  const untaken = book.notTaken().map((charge) => charge.reference);
  const request = { loanId: input.loanId, reference, amountKobo, known: book.listed, untaken };
  const start = repayment.commands.acts.beginning;
  const authorisation = start && { start, asked: begun.asked?.proof };
  try {
    return await unlessPaused(repayment, begun, () =>
      onceAdmitted(repayment, (mark) =>
        unlessStopped(bank.charges.chargeInstalment(request, authorisation, mark), { reference, mark }),
      ),
    );
  } catch (error) {
    if (isCancellation(error) && !repayment.isWanted(begun)) return { status: 'CHANGED' };
    if (isOutcomeUnknown(error)) return { status: 'LOST' };
    const refused = refusalOf(error);
    if (refused?.status === LACK_OF_MONEY)
      return { status: 'NOT_TAKEN', why: 'too little money in the account' };
    if (refused || isRefusedByGate(error))
      return { status: 'NOT_TAKEN', why: inWords(error), refusal: inWords(error) };
    throw error;
  }
}

const LACK_OF_MONEY = 402;

async function unlessPaused<R>(repayment: RepaymentCase, begun: Charge, order: () => Promise<R>): Promise<R> {
  const sending = new CancellationScope();
  const watching = new CancellationScope();
  const paused = watching.run(() => condition(() => !repayment.isWanted(begun)));
  void paused.then(() => {
    sending.cancel();
  }, ignored);
  try {
    return await sending.run(order);
  } finally {
    watching.cancel();
  }
}

const ignored = () => undefined;
