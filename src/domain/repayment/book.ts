import { nairaText } from '../money/amounts';
import {
  chargeReference,
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
import { KnownSchedule } from './known-schedule';

/** The books of one loan in repayment: its schedule, and every charge with its outcome. */
export class RepaymentBook extends KnownSchedule {
  private charges: readonly Charge[];
  private askedFor: AskedCharge | undefined;
  /** Number of charges ever begun, so that no attempt has a number twice. */
  private attempts: number;
  /** The instalment whose charge is held back because the schedule had changed, and since when. */
  private changed: { readonly dueOn: string; readonly sinceMs: number } | undefined;

  constructor(carried?: ReturnType<RepaymentBook['carry']>) {
    super(carried?.schedule);
    this.charges = carried?.charges ?? [];
    this.askedFor = carried?.asked;
    this.attempts = carried?.attempts ?? 0;
    this.changed = carried?.changed;
  }

  /** The state that a run hands over to the next one. */
  carry() {
    const { charges, askedFor: asked, attempts, changed } = this;
    return { schedule: this.carrySchedule(), charges, asked, attempts, changed };
  }

  /** Since when a charge of the instalment is held back because the schedule had changed; `undefined` if none is. */
  changedSinceMs(dueOn: string): number | undefined {
    return this.changed?.dueOn === dueOn ? this.changed.sinceMs : undefined;
  }

  /** How often what can be charged has become another, by a charge or a payment. */
  get changes(): number {
    return this.attempts + this.instalments.filter(isPaid).length;
  }

  /** The charge whose outcome is unknown. */
  get open(): Charge | undefined {
    return this.charges.find(isOpen);
  }

  /** The charge whose result is not known, or the one that an officer asked for and that did not go out yet, as facts. */
  get unsettled(): Readonly<Record<string, string | number>> {
    const { open, asked } = this;
    if (open)
      return { openCharge: open.reference, openChargeKobo: open.askedKobo, openChargeDueOn: open.dueOn };
    if (!asked) return {};
    const { atMostKobo, dueBy } = asked;
    const most = atMostKobo === undefined ? 'all that' : `at most ${nairaText(atMostKobo)} of what`;
    return { chargeAsked: `${most} is due by ${dueBy}` };
  }

  /** Until when a charge booked as taken by the schedule alone may be settled, in business milliseconds. */
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

  /** The charges that the bank has taken, under our references. */
  taken(): TakenCharge[] {
    return this.charges
      .filter(({ status }) => status === 'TAKEN')
      .map(({ reference, askedKobo, takenKobo = askedKobo }) => ({ reference, amountKobo: takenKobo }));
  }

  /** The chargeable amount of an instalment, in whole kobo: a fraction of one is rounded up. */
  chargeableKobo(dueOn: string): number {
    return Math.ceil(this.owedAtMostKobo(dueOn));
  }

  /** Notes what an officer wants charged now; it replaces an earlier order. */
  ask(asked: AskedCharge): void {
    this.askedFor = asked;
  }

  /** Withdraws what an officer asked for, unless the bank has it. @returns whether an officer had asked */
  takeBack(): boolean {
    const isAsked = this.asked !== undefined || this.open?.asked !== undefined;
    this.askedFor = undefined;
    if (this.open?.asked) this.change(this.open, { asked: undefined });
    return isAsked;
  }

  /** The charge that an officer wants; `undefined` once it is done. */
  get asked(): AskedCharge | undefined {
    const next = this.next();
    return next && this.askedFor && next.dueOn <= this.askedFor.dueBy ? this.askedFor : undefined;
  }

  /** A new charge, not begun yet, under an unused reference. */
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

  /** Notes that a charge is about to be sent, for the first time or again. */
  begin(charge: Charge): void {
    if (this.charges.every(({ reference }) => reference !== charge.reference)) {
      this.attempts++;
      this.charges = [...this.charges, charge];
    }
    this.change(charge, { status: 'BEGUN', sends: charge.sends + 1 });
  }

  /** Books the answer to the begun charge. @returns the charge afterwards; `undefined` if it was not sent */
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
    // The outcome of a repeat says nothing about the first send, unless the bank took it.
    const known = status === 'TAKEN' || !isRepeat ? status : 'PENDING';
    return this.settle(this.change(begun, { openSinceMs: nowMs }), known, takenKobo, refusal);
  }

  /** Books the outcome of the open charge by a person's word. @returns the charge afterwards */
  resolve(outcome: 'TAKEN' | 'NOT_TAKEN', takenKobo?: number): Charge | undefined {
    const { open } = this;
    if (!open) return undefined;
    const isDoubted = open.takenKobo !== undefined;
    const known = isDoubted && outcome === 'TAKEN' ? this.change(open, { isElsewhere: true }) : open;
    return this.settle(known, outcome, takenKobo ?? open.takenKobo ?? open.askedKobo);
  }

  /** Takes over a schedule that was just read. @returns the open charge, if the schedule shows it as taken */
  learn(read: readonly Instalment[], nowMs: number): Charge | undefined {
    const { moved, merged, isRearranged } = this.reread(read, nowMs);
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

  /** Whether exactly the amount of a charge was paid since it was made. */
  private isShown(charge: Charge): boolean {
    const instalment = this.find(charge.dueOn);
    if (!instalment) return false;
    const { totalDueKobo, paidKobo } = instalment;
    const paid = isPaid(instalment) ? totalDueKobo : paidKobo;
    return paid > charge.paidBeforeKobo && paid === paidAfter(charge, totalDueKobo);
  }

  /** Reopens charges that the bank said it took, if its schedule has not shown them for long. */
  private doubtWhatIsNotShown(read: readonly Instalment[], nowMs: number): void {
    const { shortSinceMs } = this;
    if (shortSinceMs === undefined || nextLookAt(shortSinceMs, nowMs) !== undefined) return;
    this.believe();
    this.charges = this.charges.map((charge) => {
      const instalment = read.find(({ dueOn }) => dueOn === charge.dueOn);
      const isShort =
        charge.status === 'TAKEN' &&
        !charge.isElsewhere &&
        instalment !== undefined &&
        !isPaid(instalment) &&
        instalment.paidKobo < paidAfter(charge, instalment.totalDueKobo);
      return isShort ? { ...charge, status: 'PENDING' } : charge;
    });
  }

  /** Books as paid what the bank says it took, even if the schedule is older. */
  private bookWhatWasTaken(): void {
    for (const charge of this.charges)
      if (charge.status === 'TAKEN' && !charge.isElsewhere)
        this.isPaidAtLeast(charge.dueOn, paidAfter(charge, this.find(charge.dueOn)?.totalDueKobo ?? 0));
  }

  /** Books an outcome. An officer's order outlives only a charge in full; otherwise a person decides anew. */
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
    this.charges = this.charges.map((charge) =>
      charge.reference === reference ? { ...charge, ...changes } : charge,
    );
    return this.charges.find((charge) => charge.reference === reference) as Charge;
  }
}
