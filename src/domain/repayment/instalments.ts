import { isSameWord } from '../wire/bank-words';
import { lagosDayOf } from '../time/lagos-days';

/** One instalment as the bank's schedule has it; dates are YYYY-MM-DD, amounts kobo. */
export interface Instalment {
  readonly dueOn: string;
  readonly totalDueKobo: number;
  readonly paidKobo: number;
  readonly status: string;
}

/** An instalment as it stands in the bank's reply (interface document, "Repayment schedule item"). */
interface ScheduleItem {
  readonly dueDate: string;
  readonly totalDue: number;
  readonly paidAmount: number;
  readonly status?: string | null | undefined;
}

/**
 * The instalments of a schedule, one for each due date: some banks list principal and interest, or a fee, beside one
 * another. Where an item has no status, the amounts tell.
 */
export function instalmentsOf(schedule: readonly ScheduleItem[]): Instalment[] {
  const byDate = new Map<string, Instalment>();
  for (const item of schedule) {
    const instalment = instalmentOf(item);
    const sameDay = byDate.get(instalment.dueOn);
    byDate.set(instalment.dueOn, sameDay ? together(sameDay, instalment) : instalment);
  }
  return [...byDate.values()];
}

const instalmentOf = ({ dueDate, totalDue, paidAmount, status }: ScheduleItem): Instalment => ({
  dueOn: dueDate,
  totalDueKobo: totalDue,
  paidKobo: paidAmount,
  status: status ?? (paidAmount < totalDue ? 'UNPAID' : 'PAID'),
});

/** What was paid too much of one part pays nothing of the other. */
const together = (one: Instalment, other: Instalment): Instalment => ({
  dueOn: one.dueOn,
  totalDueKobo: one.totalDueKobo + other.totalDueKobo,
  paidKobo: one.totalDueKobo - owedKobo(one) + other.totalDueKobo - owedKobo(other),
  status: isPaid(one) ? other.status : one.status,
});

/** Whether a schedule shows anything to repay, or repaid. */
export const hasInstalments = (schedule: readonly Instalment[]): boolean =>
  schedule.some(({ totalDueKobo }) => totalDueKobo > 0);

/** By the amounts, whatever word the bank has for it, or by the word of the document in any case. */
export const isPaid = ({ status, paidKobo, totalDueKobo }: Instalment): boolean =>
  paidKobo >= totalDueKobo || isSameWord(status, 'PAID');

/** A schedule after so much was paid of one instalment, in kobo. */
export const withPayment = (
  schedule: readonly Instalment[],
  dueOn: string,
  amountKobo: number,
): readonly Instalment[] =>
  schedule.map((one) => (one.dueOn === dueOn ? { ...one, paidKobo: one.paidKobo + amountKobo } : one));

/** What is paid of the instalment due on a date, in kobo. */
export const paidKoboOf = (schedule: readonly Instalment[], dueOn: string): number =>
  schedule.find((one) => one.dueOn === dueOn)?.paidKobo ?? 0;

/** The unpaid instalments that are due on the Lagos day of an instant, or were before; the oldest first. */
export const dueBy = (schedule: readonly Instalment[], nowMs: number): Instalment[] =>
  schedule
    .filter((one) => !isPaid(one) && one.dueOn <= lagosDayOf(nowMs))
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn));

/** What is still to be paid of an instalment, in kobo. */
export const owedKobo = (instalment: Instalment): number =>
  isPaid(instalment) ? 0 : instalment.totalDueKobo - instalment.paidKobo;

/** An unpaid instalment, with its number counted from 1. */
export interface Unpaid {
  readonly number: number;
  readonly instalment: Instalment;
}

/** The unpaid instalment that is due first. */
export function oldestUnpaid(instalments: readonly Instalment[]): Unpaid | undefined {
  const byDate = [...instalments].sort((a, b) => a.dueOn.localeCompare(b.dueOn));
  const index = byDate.findIndex((instalment) => !isPaid(instalment));
  const instalment = byDate[index];
  return instalment && { number: index + 1, instalment };
}

/** A repayment that was charged to the borrower's account, under a reference of ours. */
export interface TakenCharge {
  readonly reference: string;
  readonly amountKobo: number;
}
