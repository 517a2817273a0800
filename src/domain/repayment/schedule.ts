import { daysBetween } from '../time/lagos-days';
import { isPaid, oldestUnpaid, owedKobo, paidKoboOf, type Instalment } from './instalments';

/** An instalment as the latest schedule has it, with the most of it that was ever seen as paid, in kobo. */
interface KnownInstalment extends Instalment {
  readonly mostPaidKobo: number;
  /** Set where the latest schedule does not list it. */
  readonly isGone?: true;
}

/** What a run hands over to the next one. */
export interface CarriedSchedule {
  readonly known: readonly KnownInstalment[];
  readonly readAtMs: number;
  readonly shortSinceMs?: number | undefined;
}

/** What a read of the schedule has changed beside the amounts. */
interface Reread {
  /** Due dates that were moved, the old one with the new one. */
  readonly moved: ReadonlyMap<string, string>;
  /** Due dates of instalments that were put together with another, each with that one's. */
  readonly merged: ReadonlyMap<string, string>;
  /** Whether it has instalments that were unknown, or asks for other amounts: then one that is missing may be among them. */
  readonly isRearranged: boolean;
}

/**
 * The instalments of a loan as far as they are known. Some banks list those alone that are unpaid: one that has left the
 * list is paid, unless it was moved to another date or put together with another. A list that shows less as paid than was seen before is old.
 */
export class KnownSchedule {
  private known: readonly KnownInstalment[];
  /** When it was read last, in business milliseconds. */
  readAtMs: number;
  /** Since when it has shown less as paid than was seen before; `undefined` if it does not. */
  private shortSince: number | undefined;

  constructor(carried: CarriedSchedule = { known: [], readAtMs: 0 }) {
    this.known = carried.known;
    this.readAtMs = carried.readAtMs;
    this.shortSince = carried.shortSinceMs;
  }

  carry(): CarriedSchedule {
    return { known: this.known, readAtMs: this.readAtMs, shortSinceMs: this.shortSince };
  }

  get instalments(): readonly Instalment[] {
    return this.known.map(shown);
  }

  /** Those that the latest schedule lists. */
  get listed(): readonly Instalment[] {
    return this.known.filter(({ isGone }) => !isGone).map(shown);
  }

  get shortSinceMs(): number | undefined {
    return this.shortSince;
  }

  find(dueOn: string): Instalment | undefined {
    return this.instalments.find((one) => one.dueOn === dueOn);
  }

  next(): Instalment | undefined {
    return oldestUnpaid(this.instalments);
  }

  /** What may be unpaid of an instalment, by the most that was ever seen as paid, in kobo. */
  owedAtMostKobo(dueOn: string): number {
    const known = this.known.find((one) => one.dueOn === dueOn);
    return known && !isPaid(known) ? Math.max(0, known.totalDueKobo - known.mostPaidKobo) : 0;
  }

  /** Takes over a schedule that was just read. */
  learn(read: readonly Instalment[], nowMs: number): Reread {
    const moved = movedDates(this.known, read);
    const merged = mergedDates(this.known, read, moved);
    const before = this.known
      .filter(({ dueOn }) => !merged.has(dueOn))
      .map((one) => ({ ...one, dueOn: moved.get(one.dueOn) ?? one.dueOn }));
    const known = new Map(before.map((one) => [one.dueOn, one]));
    for (const one of before) known.set(one.dueOn, gone(one));
    for (const one of read) known.set(one.dueOn, seen(one, before));
    this.known = [...known.values()].sort((a, b) => a.dueOn.localeCompare(b.dueOn));
    this.readAtMs = nowMs;
    const isShort = this.known.some((one) => paidKoboOf(one) < one.mostPaidKobo);
    this.shortSince = isShort ? (this.shortSince ?? nowMs) : undefined;
    const totalOf = (dueOn: string) => before.find((one) => one.dueOn === dueOn)?.totalDueKobo;
    return {
      moved,
      merged,
      isRearranged: read.some(({ dueOn, totalDueKobo }) => totalOf(dueOn) !== totalDueKobo),
    };
  }

  /** So much of an instalment is paid at least, whatever the schedule shows. */
  isPaidAtLeast(dueOn: string, paidKobo: number): void {
    this.known = this.known.map((one) =>
      one.dueOn === dueOn
        ? {
            ...one,
            paidKobo: Math.max(one.paidKobo, paidKobo),
            mostPaidKobo: Math.max(one.mostPaidKobo, paidKobo),
          }
        : one,
    );
  }

  /** A schedule that has shown less for so long is the bank's last word. */
  believe(): void {
    this.known = this.known.map((one) => ({ ...one, mostPaidKobo: paidKoboOf(one) }));
    this.shortSince = undefined;
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

/** New instalments, each for the missing unpaid one that is the same but for its date, and nearest to it. */
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

/** Missing unpaid instalments, each with a listed one that owes as much more: the one that fits best, and is nearest. */
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
