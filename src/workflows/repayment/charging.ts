import { sleep } from '@temporalio/workflow';
import { nairaText } from '../../domain/money';
import { chargeReference } from '../../domain/references';
import { dueAt, type Instalment } from '../../domain/repayment-calendar';
import { refusalOf } from '../case/failures';
import { attempt } from '../case/steps';
import type { RepaymentCase } from './repayment-case';
import { readSchedule, unpaid } from './schedule';

const DAY_MS = 86_400_000;

/** The business instant of the next charge by the policy; nothing when there is none left. */
function nextChargeAt({ input: { policy }, charges }: RepaymentCase, dueOn: string): number | undefined {
  const made = charges[dueOn] ?? 0;
  if (policy.mode !== 'charge' || made >= policy.maximumAttempts) return undefined;
  return dueAt(dueOn) + made * policy.retryAfterDays * DAY_MS;
}

/** Whether to charge now: because the policy says so, or a person. */
export function shouldCharge(repayment: RepaymentCase, dueOn: string): boolean {
  if (repayment.chargeAsked) return true;
  const at = nextChargeAt(repayment, dueOn);
  return at !== undefined && !repayment.chargingPaused && repayment.realMsUntil(at) <= 0;
}

/** Sleeps until the next charge by the policy; for ever, when there is none. */
export async function nextCharge(repayment: RepaymentCase, dueOn: string): Promise<void> {
  const at = nextChargeAt(repayment, dueOn);
  if (at === undefined || repayment.realMsUntil(at) <= 0) return new Promise(() => undefined);
  await sleep(Math.max(1, repayment.realMsUntil(at)), { summary: 'the next charge' });
}

/**
 * One charge under a reference of its own, of what is really still unpaid. Too little money in the account is an
 * outcome, not a failure.
 */
export async function charge(repayment: RepaymentCase, number: number, dueOn: string): Promise<void> {
  repayment.chargeAsked = false;
  const attemptNumber = (repayment.charges[dueOn] ?? 0) + 1;
  const reference = chargeReference(repayment.input.loanReference, number, attemptNumber);
  const charged = await attempt(repayment, `Charging instalment ${number}`, () =>
    chargeUnpaid(repayment, dueOn, reference),
  );
  if (!charged) return;
  repayment.charges[dueOn] = attemptNumber;
  const outcome = charged.isTaken ? 'charged' : 'not charged: too little money in the account';
  const what = `Instalment ${number}, attempt ${attemptNumber}, ${nairaText(charged.amount)}`;
  repayment.file.note('system', `${what}: ${outcome}`);
  if (!charged.isTaken) return;
  repayment.taken.push({ reference, amountKobo: charged.amount });
  markPaid(repayment, dueOn);
}

/** Reads first: the borrower may have paid by transfer meanwhile. Nothing when nothing is left to charge. */
async function chargeUnpaid(repayment: RepaymentCase, dueOn: string, reference: string) {
  await readSchedule(repayment);
  const instalment = unpaid(repayment, dueOn);
  if (!instalment) return undefined;
  const amount = instalment.totalDueKobo - instalment.paidKobo;
  const { loanId } = repayment.input;
  const isTaken = await isEnough(() =>
    repayment.service.urgent.chargeRepayment({ loanId, amount, reference }),
  );
  return { amount, isTaken };
}

async function isEnough(take: () => Promise<unknown>): Promise<boolean> {
  try {
    await take();
    return true;
  } catch (error) {
    if (refusalOf(error)?.status === 402) return false;
    throw error;
  }
}

function markPaid(repayment: RepaymentCase, dueOn: string): void {
  const paid = (instalment: Instalment) =>
    instalment.dueOn === dueOn
      ? { ...instalment, paidKobo: instalment.totalDueKobo, status: 'PAID' }
      : instalment;
  repayment.learn(repayment.schedule.map(paid));
}
