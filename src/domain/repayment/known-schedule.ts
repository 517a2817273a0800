import { daysBetween } from '../time/lagos-days';
import { isPaid, oldestUnpaid, owedKobo, paidKoboOf, type Instalment } from './instalments';

/** An instalment of the latest schedule, with the largest amount ever seen as paid, in kobo. */
interface KnownInstalment extends Instalment {
  readonly mostPaidKobo: number;
  /** Set if the latest schedule does not list it. */
  readonly isGone?: true;
}

/** The changes that a read of the schedule found, beside the amounts. */
interface Reread {
  /** Moved due dates, from old to new. */
  readonly moved: ReadonlyMap<string, string>;
  /** Due dates of instalments that were merged, each with the date of the one they were merged into. */
  readonly merged: ReadonlyMap<string, string>;
  /** Whether it has unknown instalments or other amounts, among which a missing instalment may be. */
  readonly isRearranged: boolean;
}

/**
 * The known instalments of a loan. Some banks list only the unpaid ones: an instalment that has left the list
 * is paid, unless it was moved to another date or merged with another one. A list that shows less as paid
 * than before is stale.
 */
export class KnownSchedule {
  private known: readonly KnownInstalment[];
  /** When it was last read, in business milliseconds. */
  readAtMs: number;
  /** Since when it has shown less as paid than before, or than charges took; else `undefined`. */
  shortSinceMs: number | undefined;

  constructor(carried?: ReturnType<KnownSchedule['carrySchedule']>) {
    this.known = carried?.known ?? [];
    this.readAtMs = carried?.readAtMs ?? 0;
    this.shortSinceMs = carried?.shortSinceMs;
  }

  carrySchedule() {
    const { known, readAtMs, shortSinceMs } = this;
    return { known, readAtMs, shortSinceMs };
  }

  get instalments(): readonly Instalment[] {
    return this.known.map(shown);
  }

  /** The instalments that the latest schedule lists. */
  get listed(): readonly Instalment[] {
    return this.known.filter(({ isGone }) => !isGone).map(shown);
  }

  find(dueOn: string): Instalment | undefined {
    return this.instalments.find((one) => one.dueOn === dueOn);
  }

  /** The unpaid instalment that is due first. */
  next(): Instalment | undefined {
    return oldestUnpaid(this.instalments);
  }

  /** The unpaid amount of an instalment, by the largest amount ever seen as paid, in kobo. */
  protected owedAtMostKobo(dueOn: string): number {
    const known = this.known.find((one) => one.dueOn === dueOn);
    return known && !isPaid(known) ? Math.max(0, known.totalDueKobo - known.mostPaidKobo) : 0;
  }

  /** Takes over a schedule that was just read. */
  protected reread(read: readonly Instalment[], nowMs: number): Reread {
    const moved = movedDates(this.known, read);
    const merged = mergedDates(this.known, read, moved);
    const before = this.known
      .filter(({ dueOn }) => !merged.has(dueOn))
      .map((one) => ({ ...one, dueOn: moved.get(one.dueOn) ?? one.dueOn }));
    const known = new Map(before.map((one) => [one.dueOn, gone(one)]));
    for (const one of read) known.set(one.dueOn, seen(one, before));
    this.known = [...known.values()].sort((a, b) => a.dueOn.localeCompare(b.dueOn));
    this.readAtMs = nowMs;
    const isShort = this.known.some((one) => paidKoboOf(one) < one.mostPaidKobo);
    this.shortSinceMs = isShort ? (this.shortSinceMs ?? nowMs) : undefined;
    const totalOf = (dueOn: string) => before.find((one) => one.dueOn === dueOn)?.totalDueKobo;
    return {
      moved,
      merged,
      isRearranged: read.some(({ dueOn, totalDueKobo }) => totalOf(dueOn) !== totalDueKobo),
    };
  }

  /** Books a least paid amount of an instalment, whatever the schedule shows. */
  protected isPaidAtLeast(dueOn: string, paidKobo: number): void {
    this.known = this.known.map((one) => {
      if (one.dueOn !== dueOn) return one;
      const mostPaidKobo = Math.max(one.mostPaidKobo, paidKobo);
      return { ...one, paidKobo: Math.max(one.paidKobo, paidKobo), mostPaidKobo };
    });
  }

  /** Accepts what the latest schedule shows as paid, although it showed more before. */
  protected believe(): void {
    this.known = this.known.map((one) => ({ ...one, mostPaidKobo: paidKoboOf(one) }));
    this.shortSinceMs = undefined;
  }
}

const shown = ({ dueOn, totalDueKobo, paidKobo, status }: KnownInstalment): Instalment => ({
  dueOn,
  totalDueKobo,
  paidKobo,
  status,
});

const seen = (one: Instalment, before: readonly KnownInstalment[]): KnownInstalment => {
  const known = before.find(({ dueOn }) => dueOn === one.dueOn);
  return { ...one, mostPaidKobo: Math.max(paidKoboOf(one), known?.mostPaidKobo ?? 0) };
};

/** An instalment that a schedule does not list any more. */
function gone(one: KnownInstalment): KnownInstalment {
  const paidKobo = paidKoboOf({ ...one, status: 'PAID' });
  return {
    ...one,
    status: 'PAID',
    paidKobo,
    mostPaidKobo: Math.max(paidKobo, one.mostPaidKobo),
    isGone: true,
  };
}

/** Finds for each new instalment the nearest missing unpaid one that differs only in its date. */
function movedDates(known: readonly Instalment[], read: readonly Instalment[]): ReadonlyMap<string, string> {
  const isIn = (list: readonly Instalment[], dueOn: string) => list.some((one) => one.dueOn === dueOn);
  const missing = known.filter((one) => !isPaid(one) && !isIn(read, one.dueOn));
  const moved = new Map<string, string>();
  for (const fresh of read.filter(({ dueOn }) => !isIn(known, dueOn))) {
    const daysAway = ({ dueOn }: Instalment) => Math.abs(daysBetween(dueOn, fresh.dueOn));
    const [nearest] = missing
      .filter(({ dueOn }) => !moved.has(dueOn))
      .filter((one) => one.totalDueKobo === fresh.totalDueKobo && one.paidKobo <= fresh.paidKobo)
      .sort((one, other) => daysAway(one) - daysAway(other));
    if (nearest) moved.set(nearest.dueOn, fresh.dueOn);
  }
  return moved;
}

/** Pairs missing unpaid instalments, largest first, with listed ones whose debt grew by at least as much. */
function mergedDates(
  known: readonly Instalment[],
  read: readonly Instalment[],
  moved: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const isListed = (dueOn: string) => read.some((one) => one.dueOn === dueOn);
  const missing = known
    .filter((one) => !isPaid(one) && !moved.has(one.dueOn) && !isListed(one.dueOn))
    .sort((one, other) => owedKobo(other) - owedKobo(one) || other.dueOn.localeCompare(one.dueOn));
  const merged = new Map<string, string>();
  for (const into of read) {
    const before = known.find(({ dueOn }) => dueOn === into.dueOn);
    let moreKobo = before ? owedKobo(into) - owedKobo(before) : 0;
    for (const one of missing) {
      if (merged.has(one.dueOn) || owedKobo(one) > moreKobo) continue;
      merged.set(one.dueOn, into.dueOn);
      moreKobo -= owedKobo(one);
    }
  }
  return merged;
}
