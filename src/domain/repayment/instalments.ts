import { DAY_MS, HOUR_MS } from '../time/clock';
import { isSameWord } from '../wire/bank-words';
import { lagosDayOf, daysBetween, startOfLagosDay } from '../time/lagos-days';

/** One instalment as the bank's schedule has it; dates are YYYY-MM-DD, amounts kobo. */
export interface Instalment {
  readonly dueOn: string;
  readonly totalDueKobo: number;
  readonly paidKobo: number;
  readonly status: string;
}

/** An instalment of the bank's reply (interface document, "Repayment schedule item"). */
interface ScheduleItem {
  readonly dueDate: string;
  readonly totalDue: number;
  readonly paidAmount: number;
  readonly status?: string | null | undefined;
}

/**
 * The instalments of a schedule, one per due date: some banks list principal and interest, or a fee,
 * separately. The amounts decide for an item without a status.
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

/** Adds two parts of one day: an overpaid part pays nothing of the other. */
const together = (one: Instalment, other: Instalment): Instalment => ({
  dueOn: one.dueOn,
  totalDueKobo: one.totalDueKobo + other.totalDueKobo,
  paidKobo: one.totalDueKobo - owedKobo(one) + other.totalDueKobo - owedKobo(other),
  status: isPaid(one) ? other.status : one.status,
});

/** Whether a schedule shows anything to repay, or repaid. */
export const hasInstalments = (schedule: readonly Instalment[]): boolean =>
  schedule.some(({ totalDueKobo }) => totalDueKobo > 0);

/** Whether it is paid by the amounts, whatever the bank's word, or by the documented word, in any case. */
export const isPaid = ({ status, paidKobo, totalDueKobo }: Instalment): boolean =>
  paidKobo >= totalDueKobo || isSameWord(status, 'PAID');

/** The paid amount of an instalment, in kobo: at least all that is due if it counts as paid. */
export const paidKoboOf = (one: Instalment): number =>
  isPaid(one) ? Math.max(one.totalDueKobo, one.paidKobo) : one.paidKobo;

/** Whether two schedules list the same instalments, with the same amounts due and paid. */
export const isSameSchedule = (one: readonly Instalment[], other: readonly Instalment[]): boolean =>
  one.length === other.length &&
  one.every(({ dueOn, totalDueKobo, paidKobo }) =>
    other.some(
      (its) => its.dueOn === dueOn && its.totalDueKobo === totalDueKobo && its.paidKobo === paidKobo,
    ),
  );

/** The unpaid instalments, oldest first. */
export const unpaidOf = (schedule: readonly Instalment[]): Instalment[] =>
  schedule.filter((one) => !isPaid(one)).sort((a, b) => a.dueOn.localeCompare(b.dueOn));

/** The unpaid instalments due on or before the Lagos day of an instant, oldest first. */
export const dueBy = (schedule: readonly Instalment[], nowMs: number): Instalment[] =>
  unpaidOf(schedule).filter(({ dueOn }) => dueOn <= lagosDayOf(nowMs));

/** The unpaid amount of an instalment, in kobo. */
export const owedKobo = (instalment: Instalment): number =>
  isPaid(instalment) ? 0 : instalment.totalDueKobo - instalment.paidKobo;

/** The unpaid instalment that is due first. */
export const oldestUnpaid = (instalments: readonly Instalment[]): Instalment | undefined =>
  unpaidOf(instalments)[0];

/** The totals of a schedule, as facts of a loan; amounts in kobo, `nextDueOn` is YYYY-MM-DD. */
export const figuresOf = (schedule: readonly Instalment[]) => ({
  instalments: schedule.length,
  instalmentsPaid: schedule.filter(isPaid).length,
  repaidKobo: schedule.reduce((total, { paidKobo }) => total + paidKobo, 0),
  outstandingKobo: schedule.reduce((total, one) => total + owedKobo(one), 0),
  nextDueOn: oldestUnpaid(schedule)?.dueOn ?? null,
});

/** A repayment that was charged to the borrower's account, under a reference of ours. */
export interface TakenCharge {
  readonly reference: string;
  readonly amountKobo: number;
}

/** The account that a charge takes from, as far as a charge tells: it names only the loan. */
export const CHARGED_ACCOUNT =
  'the account of the borrower that the bank has for this loan: the bank chooses it, so its number is not known here';

/** Hour in Lagos by which payments of the due date itself have arrived. */
const DUE_HOUR = 19;

/** The instant (milliseconds since the epoch) at which an instalment is first checked, or charged. */
export const dueAt = (dueOn: string): number => startOfLagosDay(dueOn) + DUE_HOUR * HOUR_MS;

/** The instant from which an unpaid instalment counts as arrears. */
export const arrearsFrom = (dueOn: string, graceDays: number): number => dueAt(dueOn) + graceDays * DAY_MS;

/** Whole Lagos days since the due date; 0 before and on it. */
export const daysPastDue = (dueOn: string, nowMs: number): number =>
  Math.max(0, daysBetween(dueOn, lagosDayOf(nowMs)));
