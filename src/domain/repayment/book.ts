import { chargeReference } from '../wire/references';
import {
  isOpen,
  isTakenInPart,
  nextLookAt,
  paidAfter,
  settlesUntilMs,
  type AskedCharge,
  type Charge,
  type ChargeAnswer,
} from './charge';
import { isPaid, type Instalment, type TakenCharge } from './instalments';
import { KnownSchedule, type CarriedSchedule } from './schedule';

/** What a run hands over to the next one. */
export interface CarriedBook {
  readonly schedule: CarriedSchedule;
  readonly charges: readonly Charge[];
  readonly asked?: AskedCharge | undefined;
  readonly attempts: number;
  readonly changed?: ChangedSchedule | undefined;
}

/** An instalment whose charge was not sent, as the schedule was not as it was known; and since when that is so. */
interface ChangedSchedule {
  readonly dueOn: string;
  readonly sinceMs: number;
}

/** What is known of one loan in repayment: its schedule, and every charge with what became of it. */
export class RepaymentBook {
  private readonly schedule: KnownSchedule;
  private charges: readonly Charge[];
  private askedFor: AskedCharge | undefined;
  /** Charges that were ever begun: no number of an attempt comes twice. */
  private attempts: number;
  private changed: ChangedSchedule | undefined;

  constructor(carried?: CarriedBook) {
    this.schedule = new KnownSchedule(carried?.schedule);
    this.charges = carried?.charges ?? [];
    this.askedFor = carried?.asked;
    this.attempts = carried?.attempts ?? 0;
    this.changed = carried?.changed;
  }

  carry(): CarriedBook {
    const { charges, askedFor: asked, attempts, changed } = this;
    return { schedule: this.schedule.carry(), charges, asked, attempts, changed };
  }

  get instalments(): readonly Instalment[] {
    return this.schedule.instalments;
  }

  get readAtMs(): number {
    return this.schedule.readAtMs;
  }

  /** Since when the schedule has shown less as paid than was seen, or than charges took; `undefined` if it does not. */
  get shortSinceMs(): number | undefined {
    return this.schedule.shortSinceMs;
  }

  /** Since when a charge of the instalment is held back because the schedule had changed; `undefined` if none is. */
  changedSinceMs(dueOn: string): number | undefined {
    return this.changed?.dueOn === dueOn ? this.changed.sinceMs : undefined;
  }

  /** The unpaid instalment that is due first. */
  next(): Instalment | undefined {
    return this.schedule.next();
  }

  find(dueOn: string): Instalment | undefined {
    return this.schedule.find(dueOn);
  }

  /** The instalments that the latest schedule lists, as they are known. */
  get listed(): readonly Instalment[] {
    return this.schedule.listed;
  }

  /** The charge of which it is not known what became. */
  get open(): Charge | undefined {
    return this.charges.find(isOpen);
  }

  /** Until when a charge may still be settled that is booked as taken by the schedule alone, in business milliseconds. */
  get unsureUntilMs(): number {
    return Math.max(0, ...this.charges.filter(({ isBySchedule }) => isBySchedule).map(settlesUntilMs));
  }

  /** The charges of an instalment, the oldest first. */
  madeFor(dueOn: string): readonly Charge[] {
    return this.charges.filter((charge) => charge.dueOn === dueOn);
  }

  /** The charges of the loan that were not taken. */
  notTaken(): readonly Charge[] {
    return this.charges.filter(({ status }) => status === 'NOT_TAKEN');
  }

  /** What the bank has taken, under references of ours. */
  taken(): TakenCharge[] {
    return this.charges
      .filter(({ status }) => status === 'TAKEN')
      .map(({ reference, askedKobo, takenKobo = askedKobo }) => ({ reference, amountKobo: takenKobo }));
  }

  /** What may be charged of an instalment, in kobo: a fraction that is owed can only be paid by the next whole one. */
  chargeableKobo(dueOn: string): number {
    return Math.ceil(this.schedule.owedAtMostKobo(dueOn));
  }

  /** An officer wants this charged now; it replaces what was asked for before. */
  ask(asked: AskedCharge): void {
    this.askedFor = asked;
  }

  /** Nobody wants any longer what an officer asked for, as long as the bank does not have it. @returns whether one had */
  takeBack(): boolean {
    const isAsked = this.asked !== undefined || this.open?.asked !== undefined;
    this.askedFor = undefined;
    if (this.open?.asked) this.change(this.open, { asked: undefined });
    return isAsked;
  }

  /** What an officer wants charged; `undefined` once that is done. */
  get asked(): AskedCharge | undefined {
    const next = this.next();
    return next && this.askedFor && next.dueOn <= this.askedFor.dueBy ? this.askedFor : undefined;
  }

  /** A new charge as it would be begun now, under a reference that was never used. */
  newCharge(loanReference: string, dueOn: string, nowMs: number, asked?: AskedCharge): Charge {
    return {
      reference: chargeReference(loanReference, dueOn, this.attempts + 1),
      dueOn,
      askedKobo: Math.min(this.chargeableKobo(dueOn), asked?.atMostKobo ?? Infinity),
      paidBeforeKobo: this.find(dueOn)?.paidKobo ?? 0,
      madeAtMs: nowMs,
      status: 'BEGUN',
      sends: 0,
      ...(asked && { isByOfficer: true }),
      asked,
    };
  }

  /** A charge is about to be sent, for the first time or again. */
  begin(charge: Charge): void {
    if (this.charges.every(({ reference }) => reference !== charge.reference)) {
      this.attempts++;
      this.charges = [...this.charges, charge];
    }
    this.change(charge, { status: 'BEGUN', sends: charge.sends + 1 });
  }

  /** What became of the charge that was begun; as things are then. */
  answered({ status, takenKobo = 0, refusal }: ChargeAnswer, nowMs: number): Charge | undefined {
    const begun = this.charges.find((charge) => charge.status === 'BEGUN');
    if (!begun) return undefined;
    const isRepeat = begun.sends > 1;
    if (status === 'CHANGED') {
      const { dueOn } = begun;
      this.changed = { dueOn, sinceMs: this.changedSinceMs(dueOn) ?? nowMs };
      if (isRepeat) return this.change(begun, { status: 'UNANSWERED', sends: begun.sends - 1 });
      this.charges = this.charges.filter((charge) => charge !== begun);
      return undefined;
    }
    this.changed = undefined;
    if (status === 'LOST') return this.change(begun, { status: 'UNANSWERED', openSinceMs: nowMs });
    // What a repeat comes to says nothing of the first send, unless it was taken.
    const known = status === 'TAKEN' || !isRepeat ? status : 'PENDING';
    return this.settle(this.change(begun, { openSinceMs: nowMs }), known, takenKobo, refusal);
  }

  /** A person knows what became of the open charge. @returns it, as it is then */
  resolve(outcome: 'TAKEN' | 'NOT_TAKEN', takenKobo?: number): Charge | undefined {
    const { open } = this;
    if (!open) return undefined;
    const isDoubted = open.takenKobo !== undefined;
    const known = isDoubted && outcome === 'TAKEN' ? this.change(open, { isElsewhere: true }) : open;
    return this.settle(known, outcome, takenKobo ?? open.takenKobo ?? open.askedKobo);
  }

  /** Takes over a schedule that was just read. @returns the open charge, where it shows that it was taken */
  learn(read: readonly Instalment[], nowMs: number): Charge | undefined {
    const { moved, merged, isRearranged } = this.schedule.learn(read, nowMs);
    this.charges = this.charges.map((charge) => {
      const dueOn = moved.get(charge.dueOn) ?? (isOpen(charge) ? merged.get(charge.dueOn) : undefined);
      return dueOn === undefined ? charge : { ...charge, dueOn, isUntraceable: true };
    });
    this.askedFor = this.asked;
    this.doubtWhatIsNotShown(read, nowMs);
    this.bookWhatWasTaken();
    let { open } = this;
    if (!open || open.status === 'BEGUN') return undefined;
    const isListed = this.listed.some(({ dueOn }) => dueOn === open?.dueOn);
    if (!isListed && isRearranged) open = this.change(open, { isUntraceable: true });
    return (isListed || !open.isUntraceable) && this.isShown(open)
      ? this.settle(this.change(open, { isBySchedule: true }), 'TAKEN', open.askedKobo)
      : undefined;
  }

  /** Whether exactly what was asked for has been paid since the charge was made. */
  private isShown(charge: Charge): boolean {
    const instalment = this.find(charge.dueOn);
    if (!instalment) return false;
    const { totalDueKobo, paidKobo } = instalment;
    const paid = isPaid(instalment) ? totalDueKobo : paidKobo;
    return paid > charge.paidBeforeKobo && paid === paidAfter(charge, totalDueKobo);
  }

  /** A bank that has not shown for long what it says it took: what became of those charges is open again. */
  private doubtWhatIsNotShown(read: readonly Instalment[], nowMs: number): void {
    const { shortSinceMs } = this;
    if (shortSinceMs === undefined || nextLookAt(shortSinceMs, nowMs) !== undefined) return;
    this.schedule.believe();
    const shown = (dueOn: string) => read.find((one) => one.dueOn === dueOn);
    this.charges = this.charges.map((charge) => {
      const instalment = shown(charge.dueOn);
      const isShort =
        charge.status === 'TAKEN' &&
        !charge.isElsewhere &&
        instalment !== undefined &&
        !isPaid(instalment) &&
        instalment.paidKobo < paidAfter(charge, instalment.totalDueKobo);
      return isShort ? { ...charge, status: 'PENDING' } : charge;
    });
  }

  /** What the bank says it took is paid, however old the schedule is. */
  private bookWhatWasTaken(): void {
    for (const charge of this.charges)
      if (charge.status === 'TAKEN' && !charge.isElsewhere)
        this.schedule.isPaidAtLeast(
          charge.dueOn,
          paidAfter(charge, this.find(charge.dueOn)?.totalDueKobo ?? 0),
        );
  }

  /** What was asked for is done, or a person decides anew. */
  private settle(
    charge: Charge,
    status: 'TAKEN' | 'NOT_TAKEN' | 'PENDING',
    takenKobo: number,
    refusal?: string,
  ): Charge {
    const settled = this.change(charge, {
      status,
      ...(status === 'TAKEN' && { takenKobo }),
      ...(refusal !== undefined && { refusal }),
      asked: charge.asked && { ...charge.asked, proof: undefined },
    });
    const isWhole = status === 'TAKEN' && !isTakenInPart(settled) && charge.asked?.atMostKobo === undefined;
    if (!isWhole) this.askedFor = undefined;
    this.bookWhatWasTaken();
    return settled;
  }

  private change({ reference }: Charge, changes: Partial<Charge>): Charge {
    let changed: Charge | undefined;
    this.charges = this.charges.map((charge) =>
      charge.reference === reference ? (changed = { ...charge, ...changes }) : charge,
    );
    return changed as unknown as Charge;
  }
}
