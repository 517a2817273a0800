import { sleep } from '@temporalio/workflow';
import { nairaText } from '../../domain/money';
import { chargeReference } from '../../domain/references';
import { dueAt, type Instalment } from '../../domain/repayment-calendar';
import { refusalOf } from '../case/failures';
import { attempt } from '../case/steps';
import type { RepaymentCase } from './repayment-case';

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

/** One charge under a reference of its own. Too little money in the account is an outcome, not a failure. */
export async function charge(
  repayment: RepaymentCase,
  number: number,
  instalment: Instalment,
): Promise<void> {
  repayment.chargeAsked = false;
  const { input, charges, file } = repayment;
  const made = (charges[instalment.dueOn] ?? 0) + 1;
  charges[instalment.dueOn] = made;
  const amount = instalment.totalDueKobo - instalment.paidKobo;
  const reference = chargeReference(input.loanReference, number, made);
  const { loanId } = input;
  const isTaken = await attempt(repayment, `Charging instalment ${number}`, () =>
    isEnough(() => repayment.service.urgent.chargeRepayment({ loanId, amount, reference })),
  );
  const outcome = isTaken ? 'charged' : 'not charged: too little money in the account';
  file.note('system', `Instalment ${number}, attempt ${made}, ${nairaText(amount)}: ${outcome}`);
  if (isTaken) markPaid(repayment, instalment);
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

function markPaid(repayment: RepaymentCase, instalment: Instalment): void {
  const paid = { ...instalment, paidKobo: instalment.totalDueKobo, status: 'PAID' };
  repayment.learn(repayment.schedule.map((entry) => (entry === instalment ? paid : entry)));
}
