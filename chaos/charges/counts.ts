import type { TakenCharge } from '../../src/domain/repayment/instalments';
import type { BankState } from '../../src/sandbox/bank-state';

/** A repayment as it stands when its trial is over: what it says that the bank took. */
export interface FollowedCharges {
  readonly taken: readonly TakenCharge[];
  /** Whether the case has ended with everything paid. */
  readonly isClosed: boolean;
}

/** What became of the charges of many loans. */
export interface ChargeCounts {
  /** Different charges that the bank has accepted. */
  readonly charges: number;
  /** Of those that it took, the ones beyond the first for their instalment. */
  readonly doubled: number;
  /** Taken by the bank and not booked by the case, or booked and not taken. */
  readonly forgotten: number;
  /** Accepted, taken later, and booked. */
  readonly pendingSuccess: number;
  /** Accepted, failed later, and not booked. */
  readonly pendingFailed: number;
  /** Cases that have not ended. */
  readonly stuck: number;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Counts at one bank, by its own log. */
export function chargesAt(bank: BankState, cases: readonly FollowedCharges[]): ChargeCounts {
  const booked = cases.flatMap(({ taken }) => taken.map(({ reference }) => reference));
  const accepted = bank.repayments.all();
  const references = [...new Set(accepted.map(({ reference }) => reference))];
  const takenUnder = (reference: string) => bank.committed.list({ effect: 'repayment', key: reference });
  const isTaken = (reference: string) => takenUnder(reference).length > 0;
  const isBooked = (reference: string) => booked.includes(reference);
  const pending = new Set(
    accepted.filter(({ reply }) => reply.status === 'PENDING').map(({ reference }) => reference),
  );
  const taken = references.filter(isTaken);
  return {
    charges: references.length,
    doubled: beyondFirst(references.flatMap((reference) => takenUnder(reference).map(({ key }) => key))),
    forgotten:
      references.filter((reference) => isTaken(reference) !== isBooked(reference)).length +
      booked.filter((reference) => !references.includes(reference)).length,
    pendingSuccess: taken.filter((reference) => pending.has(reference) && isBooked(reference)).length,
    pendingFailed: references.filter(
      (reference) => pending.has(reference) && !isTaken(reference) && !isBooked(reference),
    ).length,
    stuck: cases.filter(({ isClosed }) => !isClosed).length,
  };
}

/** All attempts at an instalment are about the same money: a reference names its due date. */
function beyondFirst(taken: readonly string[]): number {
  const instalments = taken.map((reference) => reference.replace(/-a\d+$/, ''));
  return instalments.length - new Set(instalments).size;
}

/** The counts of several banks together. */
export const inAll = (counts: readonly ChargeCounts[]): ChargeCounts => ({
  charges: sum(counts.map(({ charges }) => charges)),
  doubled: sum(counts.map(({ doubled }) => doubled)),
  forgotten: sum(counts.map(({ forgotten }) => forgotten)),
  pendingSuccess: sum(counts.map(({ pendingSuccess }) => pendingSuccess)),
  pendingFailed: sum(counts.map(({ pendingFailed }) => pendingFailed)),
  stuck: sum(counts.map(({ stuck }) => stuck)),
});
