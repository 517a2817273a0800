import { condition, sleep } from '@temporalio/workflow';
import type { ChargeAuthorisation } from '../../domain/case/authorisation';
import type { TogetherAct } from '../../domain/case/proof';
import { nairaText } from '../../domain/money/amounts';
import { dueAt } from '../../domain/repayment/calendar';
import { isTakenInPart, type ChargeOutcome } from '../../domain/repayment/charge';
import { owedKobo, paidKoboOf } from '../../domain/repayment/instalments';
import { CHARGE_PROOF } from '../../domain/time/activity-timeouts';
import { chargeReference } from '../../domain/wire/references';
import { inWords, refusalOf } from '../case/failures';
import { firstOf } from '../case/races';
import { onceAdmitted } from '../case/records/admission-wait';
import { sendOnce } from '../case/send-once';
import { attempt } from '../case/steps';
import type { BegunCharge } from './charge-log';
import type { RepaymentCase } from './repayment-case';
import { readSchedule } from './loan-record';

const DAY_MS = 86_400_000;

/** The business instant of the next charge by the policy; nothing when there is none left. */
function nextChargeAt({ input: { policy }, charges }: RepaymentCase, dueOn: string): number | undefined {
  const made = charges.attemptsFor(dueOn);
  if (policy.mode !== 'charge' || made >= policy.maximumAttempts) return undefined;
  return dueAt(dueOn) + made * policy.retryAfterDays * DAY_MS;
}

/** Whether to charge now: because the policy says so, or an officer. Never while a charge is pending. */
export function shouldCharge(repayment: RepaymentCase, dueOn: string): boolean {
  if (repayment.charges.isPending) return false;
  if (repayment.charges.askedFor(dueOn)) return true;
  const at = nextChargeAt(repayment, dueOn);
  return at !== undefined && repayment.mayCharge && repayment.realMsUntil(at) <= 0;
}

/** Waits until the instalment is to be charged. */
export const untilCharge = (repayment: RepaymentCase, dueOn: string): Promise<void> =>
  firstOf(
    () => untilPolicyCharges(repayment, dueOn),
    () => condition(() => shouldCharge(repayment, dueOn)),
  );

/** Sleeps until the next charge by the policy; without end where there is none. */
async function untilPolicyCharges(repayment: RepaymentCase, dueOn: string): Promise<void> {
  const at = nextChargeAt(repayment, dueOn);
  if (at === undefined || repayment.realMsUntil(at) <= 0) return new Promise(() => undefined);
  await sleep(Math.max(1, repayment.realMsUntil(at)), { summary: 'the next charge' });
}

/** Charges an instalment; where the bank takes a part, the rest once more, as another attempt. */
export async function charge(repayment: RepaymentCase, number: number, dueOn: string): Promise<void> {
  const isAsked = repayment.charges.askedFor(dueOn) !== undefined;
  const outcome = await chargeOnce(repayment, { number, dueOn, paidAtLeastKobo: 0 });
  if (!isTakenInPart(outcome) || isAsked || !mayChargeAgain(repayment, dueOn)) return;
  const paidAtLeastKobo = paidKoboOf(repayment.schedule, dueOn);
  await chargeOnce(repayment, { number, dueOn, paidAtLeastKobo });
}

/** Goes on with the charge that an earlier run had begun, if there was one. */
export async function goOnCharging(repayment: RepaymentCase): Promise<void> {
  const { begun } = repayment.charges;
  if (!begun) return;
  if (begun.paidAtLeastKobo > 0) await chargeOnce(repayment, begun);
  else await charge(repayment, begun.number, begun.dueOn);
}

const mayChargeAgain = (repayment: RepaymentCase, dueOn: string): boolean =>
  repayment.mayCharge && nextChargeAt(repayment, dueOn) !== undefined;

/**
 * One charge under a reference of its own, of what is really still unpaid; what became of it. Too little money in the
 * account is an outcome, not a failure.
 */
async function chargeOnce(repayment: RepaymentCase, begun: BegunCharge): Promise<ChargeOutcome> {
  const { charges, input } = repayment;
  const { number, dueOn, paidAtLeastKobo } = begun;
  charges.begun = begun;
  const attemptNumber = charges.attemptsFor(dueOn) + 1;
  const reference = chargeReference(input.loanReference, number, attemptNumber);
  const outcome = await attempt(repayment, `Charging instalment ${number}`, () =>
    send(repayment, dueOn, reference, paidAtLeastKobo),
  );
  charges.begun = undefined;
  charges.done(dueOn, outcome.status);
  repayment.learn(outcome.instalments);
  if (outcome.status === 'NOTHING_DUE') return outcome;
  charges.answered(dueOn);
  const what = `Instalment ${number}, attempt ${attemptNumber}, ${nairaText(outcome.amountKobo)}`;
  repayment.note('system', `${what}: ${IN_WORDS[outcome.status]}`);
  takeOver(repayment, { ...outcome, dueOn, reference });
  return outcome;
}

const IN_WORDS = {
  TAKEN: 'charged',
  PENDING: 'the bank has accepted the charge, and not settled it yet',
  NOT_TAKEN: 'not charged: the bank says that it failed',
  NO_MONEY: 'not charged: too little money in the account',
} as const;

/** Books what the bank took; a charge that it has not settled is followed by the schedule. */
function takeOver(
  repayment: RepaymentCase,
  { status, amountKobo, dueOn, reference }: ChargeOutcome & { dueOn: string; reference: string },
): void {
  const { charges } = repayment;
  if (status === 'TAKEN') charges.took({ reference, amountKobo });
  if (status === 'PENDING')
    charges.follow({ reference, dueOn, amountKobo, paidBeforeKobo: paidKoboOf(repayment.schedule, dueOn) });
}

/**
 * Sends a charge once: when the reply is lost, the schedule shows whether the money was taken. The bank may have
 * accepted it and not settled it yet, so it is not sent again for more than a day.
 */
function send(
  repayment: RepaymentCase,
  dueOn: string,
  reference: string,
  paidAtLeastKobo: number,
): Promise<ChargeOutcome> {
  const { loanId } = repayment.input;
  const paidBeforeKobo = paidKoboOf(repayment.schedule, dueOn);
  const { proof: asking, ...asked } = repayment.charges.askedFor(dueOn) ?? { dueOn };
  const authorisation = authorisationOf(repayment, asking);
  const request = { loanId, reference, ...asked, ...(paidAtLeastKobo > 0 && { paidAtLeastKobo }) };
  let isRepeat = false;
  const order = () =>
    onceAdmitted(repayment, (mark) => repayment.bank.charges.chargeInstalment(request, authorisation, mark));
  return sendOnce(repayment, {
    send: () => (isRepeat ? sendAgain(repayment, dueOn, order) : order()),
    find: () => paidSince(repayment, dueOn, paidBeforeKobo),
    unanswered: () => {
      isRepeat = true;
      repayment.startWaiting('CHARGE');
    },
    proof: CHARGE_PROOF,
  });
}

/**
 * Sends a charge again that got no answer and left no trace, unless charging was paused meanwhile. A refusal of it, for
 * lack of money too, does not say what became of the first send.
 */
async function sendAgain(
  repayment: RepaymentCase,
  dueOn: string,
  order: () => Promise<ChargeOutcome>,
): Promise<ChargeOutcome> {
  if (!repayment.mayCharge && !repayment.charges.askedFor(dueOn)) return undecided(repayment, dueOn);
  try {
    const outcome = await order();
    return outcome.status === 'NO_MONEY' ? undecided(repayment, dueOn) : outcome;
  } catch (error) {
    if (!refusalOf(error)) throw error;
    repayment.note('system', 'The charge was refused; but the one before may have arrived', inWords(error));
    return undecided(repayment, dueOn);
  }
}

/** A charge that may have arrived is followed as if the bank had accepted it. */
function undecided(repayment: RepaymentCase, dueOn: string): ChargeOutcome {
  const [due, asked] = [repayment.unpaid(dueOn), repayment.charges.askedFor(dueOn)];
  const amountKobo = Math.min(due ? owedKobo(due) : 0, asked?.atMostKobo ?? Infinity);
  return { status: 'PENDING', amountKobo, instalments: repayment.schedule };
}

/** The charge, by what the schedule shows as paid more than before it; nothing when that is nothing. */
async function paidSince(
  repayment: RepaymentCase,
  dueOn: string,
  paidBeforeKobo: number,
): Promise<ChargeOutcome | undefined> {
  await readSchedule(repayment);
  const amountKobo = paidKoboOf(repayment.schedule, dueOn) - paidBeforeKobo;
  return amountKobo > 0 ? { status: 'TAKEN', amountKobo, instalments: repayment.schedule } : undefined;
}

/** What proves that it may be charged; nothing where messages name their own actors. */
function authorisationOf(
  { commands }: RepaymentCase,
  asked: TogetherAct | undefined,
): ChargeAuthorisation | undefined {
  const start = commands.acts.beginning;
  return start && { start, asked };
}
