import fc from 'fast-check';
import { RepaymentBook } from '../../../../src/domain/repayment/book';
import { isOpen, isTakenInPart, type Charge } from '../../../../src/domain/repayment/charge';
import { concernOf, nextAct, type Known } from '../../../../src/domain/repayment/next-act';
import { dueBy, isPaid, isSameSchedule, paidKoboOf } from '../../../../src/domain/repayment/instalments';
import { addDays, lagosDayOf, startOfLagosDay } from '../../../../src/domain/time/lagos-days';
import { DAY, HOUR, MINUTE, program, type Happening, type Program } from './program';
import { SimulatedBank, type Arrived, type Debt, type Fate } from './simulated-bank';

const START_ON = '2027-11-20';
/** So many acts at one instant are a loop. */
const ACTS_AT_ONCE = 40;

const WELL: Fate = {
  reply: 'taken',
  isLost: false,
  isLostBefore: false,
  settlesAfterMs: MINUTE,
  failsLater: false,
  lag: 0,
};

/** A charge as it was sent. */
interface Sent {
  readonly reference: string;
  readonly debt: Debt;
  readonly askedKobo: number;
  readonly atMs: number;
  readonly isByPolicy: boolean;
  readonly isRestOfPart: boolean;
}

/** What a charge takes, or may yet take, of a debt; the bank books it on the debt that is the oldest by then. */
const claimOn = (debt: Debt, { takenKobo, askedKobo, booked, debt: charged }: Arrived): number =>
  takenKobo === undefined ? (charged === debt ? askedKobo : 0) : Math.floor(booked.get(debt) ?? 0);

/** Runs so many random programs, always the same ones by one seed. @returns the number of decisions in them */
export function decisionsIn(programs: number, seed?: number): number {
  let decisions = 0;
  const property = fc.property(program, (given) => void (decisions += new ProgramRun(given).run().decisions));
  fc.assert(property, { numRuns: programs, ...(seed !== undefined && { seed }) });
  return decisions;
}

/** Runs a program, and throws where something happens that must never. */
class ProgramRun {
  readonly bank: SimulatedBank;
  readonly book = new RepaymentBook();
  readonly sent: Sent[] = [];
  decisions = 0;
  private isPaused = false;
  private readonly fates: Fate[];
  private actsAtOnce = 0;
  private lastActMs = 0;
  private shown = { paid: 0, repaid: 0 };
  private pollsAtMs = 0;

  constructor(private readonly given: Program) {
    const startMs = startOfLagosDay(START_ON);
    const debts = given.amounts.map((totalKobo, place) => {
      const dueOn = addDays(START_ON, 30 * (place + 1));
      return { id: place, dueOn, totalKobo, paidKobo: 0, dates: [dueOn] };
    });
    this.bank = new SimulatedBank(debts, given.traits, startMs, given.balanceKobo);
    this.fates = [...given.fates];
    this.learn(0);
  }

  run(): this {
    for (const happening of this.given.happenings) {
      this.work(this.bank.nowMs + happening.afterMs);
      this.happen(happening);
    }
    this.end();
    return this;
  }

  /** Bank and machines are well again, and a person does what the case asks for. */
  private end(): void {
    this.fates.length = 0;
    this.isPaused = false;
    this.bank.balanceKobo += 10_000_000;
    for (let days = 0; days < 400 && this.book.next(); days += 5) {
      this.work(this.bank.nowMs + 5 * DAY);
      this.help();
    }
    if (this.book.next() && this.bank.debts.every(({ paidKobo, totalKobo }) => paidKobo >= totalKobo))
      this.learn(0);
    if (this.book.next()) throw new Error(`never repaid: ${this.describe()}`);
  }

  private help(): void {
    this.resolve();
    if (this.book.open || !(concernOf(this.known) ?? this.given.policy.mode === 'observe')) return;
    this.chargeNow(undefined);
  }

  private get known(): Known {
    const { book, isPaused, given, bank } = this;
    return { loanReference: 'LN-1', book, policy: given.policy, isPaused, nowMs: bank.nowMs };
  }

  /** Does what is decided, until an instant. */
  private work(untilMs: number): void {
    while (this.bank.nowMs < untilMs) {
      const { nowMs } = this.bank;
      this.decisions++;
      const act = nextAct(this.known);
      this.countActs();
      if (act.act === 'charge') this.charge(act.charge);
      else if (act.act === 'close') this.bank.advance(untilMs);
      else if (act.act === 'read' && act.atMs <= nowMs) this.learn(this.nextLag());
      else this.wait(act, untilMs);
    }
  }

  private wait(act: { atMs: number } | { dueOn: string; untilMs: number }, untilMs: number): void {
    if (!('dueOn' in act)) {
      this.bank.advance(Math.min(act.atMs, untilMs));
      return;
    }
    if (this.pollsAtMs <= this.bank.nowMs) this.pollsAtMs = this.bank.nowMs + 5 * HOUR + this.sent.length;
    this.bank.advance(Math.min(act.untilMs, untilMs, this.pollsAtMs));
    if (this.bank.nowMs < this.pollsAtMs) return;
    const [read, known] = [
      this.bank.read(this.nextLag()),
      this.book.listed.find(({ dueOn }) => dueOn === act.dueOn),
    ];
    const due = read.find(({ dueOn }) => dueOn === act.dueOn);
    const isMore = due && known ? paidKoboOf(due) > paidKoboOf(known) : due !== known;
    this.pollsAtMs = this.bank.nowMs + 3 * DAY;
    if (isMore) this.take(read);
  }

  private countActs(): void {
    this.actsAtOnce = this.lastActMs === this.bank.nowMs ? this.actsAtOnce + 1 : 0;
    this.lastActMs = this.bank.nowMs;
    if (this.actsAtOnce > ACTS_AT_ONCE) throw new Error(`a loop: ${this.describe()}`);
  }

  private nextLag(): number {
    return this.fates[0]?.lag ?? 0;
  }

  private learn(lagShare: number): void {
    this.take(this.bank.read(lagShare));
  }

  private take(read: ReturnType<SimulatedBank['read']>): void {
    this.book.learn(read, this.bank.nowMs);
    this.checkFigures();
  }

  private charge(begun: Charge): void {
    const { reference, askedKobo: amountKobo } = begun;
    const request = { loanId: 'L-1', reference, amountKobo, known: this.book.listed };
    const fate = this.fates.shift() ?? WELL;
    if (isSameSchedule(this.bank.read(fate.lag), request.known)) this.check(begun);
    this.book.begin(begun);
    const result = this.bank.charge(request, begun.dueOn, fate);
    if ('instalments' in result) this.book.learn(result.instalments, this.bank.nowMs);
    this.book.answered(
      result.status === 'REFUSED' ? { status: 'NOT_TAKEN', refusal: 'no' } : result,
      this.bank.nowMs,
    );
    this.checkFigures();
  }

  /** What must hold of every charge that may go out now. */
  private check(begun: Charge): void {
    const { reference, dueOn, askedKobo, asked, sends } = begun;
    const debt = this.bank.debtDueOn(dueOn);
    const last = this.sent.findLast((one) => one.debt === debt && one.reference !== reference);
    const made = this.book.madeFor(dueOn);
    const now = {
      ...{ reference, debt, askedKobo, atMs: this.bank.nowMs, isByPolicy: asked === undefined },
      isRestOfPart: made.length === 1 && isTakenInPart(made[0]!),
    };
    const fail = (why: string) => {
      throw new Error(`${why}: ${JSON.stringify(now)} ${this.describe()}`);
    };
    if (!(askedKobo > 0) || !Number.isInteger(askedKobo)) fail('no amount');
    const same = this.sent.find((one) => one.reference === reference);
    if (same && sends === 0) fail('a reference comes twice');
    if (same && (same.debt !== debt || same.askedKobo !== askedKobo)) fail('a reference changes its meaning');
    const isAnotherOpen = [...this.bank.arrived].some(
      ([other, all]) => other !== reference && all.some(({ takenKobo }) => takenKobo === undefined),
    );
    if (isAnotherOpen) fail('charged beside an open charge');
    if (sends === 0 && this.book.open) fail('charged beside an open charge');
    const claimedKobo = [...this.bank.arrived.entries()]
      .filter(([other]) => other !== reference)
      .flatMap(([, all]) => all)
      .reduce((sum, one) => sum + claimOn(debt, one), 0);
    if (claimedKobo + askedKobo > Math.ceil(debt.totalKobo)) fail('charged more than is due');
    const dueKobo = this.bank.debts
      .filter((one) => one.dueOn <= debt.dueOn)
      .reduce((sum, { totalKobo, paidKobo }) => sum + totalKobo - paidKobo, 0);
    if (this.given.traits.lagMs === 0 && askedKobo > Math.ceil(dueKobo))
      fail('charged more than is due by then');
    if (Math.floor(this.bank.surelyShownKobo(debt)) + askedKobo > Math.ceil(debt.totalKobo))
      fail('charged what was paid');
    // Where the unpaid alone are listed, one that was moved cannot be told from one that was paid beside it.
    const { policy, traits, happenings } = this.given;
    const isTold = traits.lists === 'all' || happenings.every(({ what }) => what !== 'move');
    if (now.isByPolicy && sends === 0 && last && isTold && !now.isRestOfPart) {
      const days = policy.mode === 'charge' ? policy.retryAfterDays : Infinity;
      if (this.bank.nowMs - last.atMs < days * DAY) fail('a burst');
    }
    if (now.isByPolicy && (this.isPaused || this.given.policy.mode === 'observe')) fail('nobody wants it');
    if (!same) this.sent.push(now);
  }

  /** Where every read is up to date, nothing that was shown as paid ceases to be. */
  private checkFigures(): void {
    const { instalments } = this.book;
    const shown = {
      paid: instalments.filter(isPaid).length,
      repaid: instalments.reduce((sum, one) => sum + one.paidKobo, 0),
    };
    const fell = shown.paid < this.shown.paid || shown.repaid < this.shown.repaid;
    const { traits, happenings } = this.given;
    // What a bank books on an instalment that was inserted or moved meanwhile is missing elsewhere, and what it nets is shown nowhere.
    const isExact =
      traits.lagMs === 0 &&
      happenings.every(
        (one) => !['insert', 'move'].includes(one.what) && !('isNetted' in one && one.isNetted),
      );
    if (isExact && fell) throw new Error(`figures fell: ${this.describe()}`);
    this.shown = shown;
  }

  private happen(happening: Happening): void {
    const { bank } = this;
    if (happening.what === 'transfer') bank.transfer(Math.round(happening.share * 118_000));
    if (happening.what === 'money') bank.balanceKobo = happening.kobo;
    if (happening.what === 'pause') this.isPaused = true;
    if (happening.what === 'resume') this.isPaused = false;
    if (happening.what === 'recheck') this.learn(this.nextLag());
    if (happening.what === 'resolve') this.resolve();
    if (happening.what === 'outage') bank.advance(bank.nowMs + happening.lastsMs);
    if (happening.what === 'chargeNow') this.chargeNow(happening.share);
    if (happening.what === 'move') this.move(happening.place, happening.days);
    if (happening.what === 'merge') this.merge(happening.place, happening.isNetted);
    if (happening.what === 'insert') this.insert(happening.kobo, happening.days);
  }

  private chargeNow(part: number | undefined): void {
    const { book, bank } = this;
    if (book.open) return;
    if (dueBy(book.instalments, bank.nowMs).length === 0) return;
    const atMostKobo = part === undefined ? undefined : Math.round(part * 59_000);
    book.ask({ dueBy: lagosDayOf(bank.nowMs), atMostKobo });
  }

  /** A supervisor with the bank's statement. */
  private resolve(): void {
    const { open } = this.book;
    if (!open || open.status === 'BEGUN' || !isOpen(open)) return;
    const arrived = this.bank.arrived.get(open.reference) ?? [];
    if (arrived.some(({ takenKobo }) => takenKobo === undefined)) return;
    const takenKobo = arrived.reduce((sum, one) => sum + (one.takenKobo ?? 0), 0);
    this.book.resolve(takenKobo > 0 ? 'TAKEN' : 'NOT_TAKEN', takenKobo);
    this.checkFigures();
  }

  private move(place: number, days: number): void {
    const debt = this.bank.debts[place % this.bank.debts.length]!;
    const dueOn = addDays(debt.dueOn, days);
    const isFree = this.bank.debts.every((other) => !other.dates.includes(dueOn));
    if (debt.paidKobo < debt.totalKobo && isFree) this.bank.move(debt, dueOn);
  }

  /** The bank puts an unpaid instalment together with the one after it. */
  private merge(place: number, isNetted: boolean): void {
    const debts = [...this.bank.debts].sort((one, other) => one.dueOn.localeCompare(other.dueOn));
    const at = place % debts.length;
    const [debt, into] = [debts[at]!, debts[at + 1]];
    if (!into || [debt, into].some(({ paidKobo, totalKobo }) => paidKobo >= totalKobo)) return;
    this.bank.merge(debt, into, isNetted);
  }

  private insert(totalKobo: number, days: number): void {
    const dueOn = addDays(this.bank.debts[0]!.dueOn, days);
    if (this.bank.debts.some((other) => other.dates.includes(dueOn))) return;
    const id = 1 + Math.max(...this.bank.debts.map((other) => other.id));
    this.bank.insert({ id, dueOn, totalKobo, paidKobo: 0, dates: [dueOn] });
  }

  private describe(): string {
    const { book, bank, sent } = this;
    const at = new Date(bank.nowMs).toISOString();
    const debts = bank.debts.map(({ dueOn, totalKobo, paidKobo }) => ({ dueOn, totalKobo, paidKobo }));
    return JSON.stringify({ at, book: book.carry(), debts, sent: sent.length }, undefined, 1);
  }
}
