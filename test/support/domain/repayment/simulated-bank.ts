import type { ChargeOutcome, ChargeRequest } from '../../../../src/domain/repayment/charge';
import { isSameSchedule, type Instalment } from '../../../../src/domain/repayment/instalments';

/** An instalment as the bank really has it. */
export interface Debt {
  readonly id: number;
  dueOn: string;
  totalKobo: number;
  paidKobo: number;
  /** Dates that it ever had. */
  readonly dates: string[];
}

type Booked = ReadonlyMap<Debt, number>;

/** A charge that has reached the bank. */
export interface Arrived {
  debt: Debt;
  readonly askedKobo: number;
  /** Nothing while it is not settled. */
  takenKobo: number | undefined;
  /** What the bank has booked of it on each debt: the oldest one first, whichever it was charged for. */
  booked: Booked;
  readonly settlesAtMs: number;
  readonly failsLater: boolean;
}

/** How the bank behaves. */
export interface BankTraits {
  readonly lists: 'all' | 'unpaid';
  /** A read may be so old, in milliseconds. */
  readonly lagMs: number;
  readonly usedReference: 'first' | 'refused' | 'again';
}

/** What becomes of one charge. */
export interface Fate {
  readonly reply: 'taken' | 'part' | 'pending' | 'fails' | 'refused';
  readonly isLost: boolean;
  /** Lost before it has reached the bank. */
  readonly isLostBefore: boolean;
  readonly settlesAfterMs: number;
  readonly failsLater: boolean;
  /** Share of the greatest lag that the read before it has. */
  readonly lag: number;
}

/** What a send came to, as the workflow hears it. */
export type SendResult = ChargeOutcome | { readonly status: 'LOST' } | { readonly status: 'REFUSED' };

const NOTHING: Booked = new Map();

/** A bank that is told what becomes of each charge; payments go to the oldest debt first. */
export class SimulatedBank {
  readonly arrived = new Map<string, Arrived[]>();
  private readonly past: { atMs: number; schedule: Instalment[] }[] = [];

  constructor(
    public debts: Debt[],
    readonly traits: BankTraits,
    public nowMs: number,
    public balanceKobo: number,
  ) {
    this.changed();
  }

  /** What the schedule shows, as of so long ago. */
  read(lag = 0): Instalment[] {
    const asOfMs = this.nowMs - lag * this.traits.lagMs;
    return (this.past.findLast(({ atMs }) => atMs <= asOfMs) ?? this.past[0]!).schedule;
  }

  /** What was paid of a debt so long ago that every read shows it. */
  surelyShownKobo({ id }: Debt): number {
    const asOfMs = this.nowMs - this.traits.lagMs;
    const shown = this.past.findLast(({ atMs }) => atMs <= asOfMs) as
      { paid?: Map<number, number> } | undefined;
    return shown?.paid?.get(id) ?? 0;
  }

  debtDueOn(dueOn: string): Debt {
    return (
      this.debts.find((debt) => debt.dueOn === dueOn) ??
      this.debts.findLast(({ dates }) => dates.includes(dueOn))!
    );
  }

  /** Time passes, and what is settled until then is settled. */
  advance(toMs: number): void {
    const waiting = () =>
      [...this.arrived.values()]
        .flat()
        .filter(({ takenKobo, settlesAtMs }) => takenKobo === undefined && settlesAtMs <= toMs)
        .sort((a, b) => a.settlesAtMs - b.settlesAtMs)[0];
    for (let next = waiting(); next; next = waiting()) {
      this.nowMs = Math.max(this.nowMs, next.settlesAtMs);
      const booked = next.failsLater ? undefined : this.take(next.askedKobo);
      next.takenKobo = booked ? next.askedKobo : 0;
      next.booked = booked ?? NOTHING;
    }
    this.nowMs = Math.max(this.nowMs, toMs);
  }

  transfer(amountKobo: number): void {
    this.pay(amountKobo);
  }

  move(debt: Debt, dueOn: string): void {
    debt.dueOn = dueOn;
    debt.dates.push(dueOn);
    this.changed();
  }

  insert(debt: Debt): void {
    this.debts.push(debt);
    this.changed();
  }

  /** Puts two debts together; where it is netted, only what is owed of the first. */
  merge(debt: Debt, into: Debt, isNetted: boolean): void {
    into.totalKobo += debt.totalKobo - (isNetted ? debt.paidKobo : 0);
    into.paidKobo += isNetted ? 0 : debt.paidKobo;
    into.dates.push(...debt.dates);
    this.debts = this.debts.filter((one) => one !== debt);
    for (const one of [...this.arrived.values()].flat()) {
      if (one.debt === debt) one.debt = into;
      const booked = isNetted ? 0 : (one.booked.get(debt) ?? 0);
      if (booked > 0) one.booked = new Map([...one.booked, [into, booked + (one.booked.get(into) ?? 0)]]);
    }
    this.changed();
  }

  charge(request: ChargeRequest, dueOn: string, fate: Fate): SendResult {
    const instalments = this.read(fate.lag);
    if (!isSameSchedule(instalments, request.known)) return { status: 'CHANGED', takenKobo: 0, instalments };
    if (fate.isLostBefore) return { status: 'LOST' };
    const result = this.arrive(request, dueOn, fate);
    if (fate.isLost) return { status: 'LOST' };
    return typeof result === 'string' ? { status: 'REFUSED' } : { ...result, instalments };
  }

  private arrive(
    { reference, amountKobo }: ChargeRequest,
    dueOn: string,
    fate: Fate,
  ): 'refused' | { status: 'TAKEN' | 'NOT_TAKEN' | 'PENDING'; takenKobo: number } {
    const earlier = this.arrived.get(reference) ?? [];
    if (earlier.length > 0 && this.traits.usedReference !== 'again') {
      const [{ takenKobo }] = earlier as [Arrived];
      if (this.traits.usedReference === 'refused') return 'refused';
      return takenKobo === undefined || takenKobo === 0
        ? { status: 'PENDING', takenKobo: 0 }
        : { status: 'TAKEN', takenKobo };
    }
    if (fate.reply === 'refused') return 'refused';
    const debt = this.debtDueOn(dueOn);
    const put = (takenKobo: number | undefined, booked: Booked = NOTHING) =>
      this.arrived.set(reference, [
        ...earlier,
        {
          ...{ debt, askedKobo: amountKobo, takenKobo, booked, failsLater: fate.failsLater },
          settlesAtMs: this.nowMs + fate.settlesAfterMs,
        },
      ]);
    if (fate.reply === 'pending') {
      put(undefined);
      return { status: 'PENDING', takenKobo: 0 };
    }
    const takenKobo = fate.reply === 'part' ? Math.ceil(amountKobo / 2) : amountKobo;
    const booked = fate.reply === 'fails' ? undefined : this.take(takenKobo);
    if (!booked) {
      put(0);
      return { status: 'NOT_TAKEN', takenKobo: 0 };
    }
    put(takenKobo, booked);
    return { status: 'TAKEN', takenKobo };
  }

  private take(amountKobo: number): Booked | undefined {
    if (amountKobo > this.balanceKobo) return undefined;
    this.balanceKobo -= amountKobo;
    return this.pay(amountKobo);
  }

  private pay(amountKobo: number): Booked {
    const booked = new Map<Debt, number>();
    let left = amountKobo;
    for (const debt of [...this.debts].sort((a, b) => a.dueOn.localeCompare(b.dueOn))) {
      const paid = Math.min(left, debt.totalKobo - debt.paidKobo);
      debt.paidKobo += paid;
      booked.set(debt, paid);
      left -= paid;
    }
    this.changed();
    return booked;
  }

  private changed(): void {
    const shown = this.debts.filter(
      ({ paidKobo, totalKobo }) => this.traits.lists === 'all' || paidKobo < totalKobo,
    );
    const schedule = shown.map(({ dueOn, totalKobo: totalDueKobo, paidKobo }) => ({
      dueOn,
      totalDueKobo,
      paidKobo,
      status: paidKobo < totalDueKobo ? 'UNPAID' : 'PAID',
    }));
    const paid = new Map(this.debts.map(({ id, paidKobo }) => [id, paidKobo]));
    this.past.push({ atMs: this.nowMs, schedule, paid } as never);
  }
}
