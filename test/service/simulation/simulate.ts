import type { QuotaNotice, RateLimitNotice } from '../../../src/service/rate-limit-headers';
import type { RequestBudget, Settlement, Urgency } from '../../../src/service/request-budget';
import { Agenda } from './agenda';
import { FixedWindow, type Record } from './fixed-window';
import { randomFrom } from '../../random';
import type { World } from './world';

/** Makes a budget that knows the world's shorter policy, as ours knows the observed one. */
export type MakeBudget = (
  policy: { limit: number; windowMs: number },
  random: () => number,
) => Pick<RequestBudget, 'admit' | 'settle' | 'heed'>;

export interface Outcome {
  /** Calls that never got through. */
  readonly left: number;
  readonly refused: number;
  readonly windows: readonly Record[];
}

/** Lets callers of both urgencies work against a budget and the service, in simulated time. */
export function simulate(world: World, makeBudget: MakeBudget): Outcome {
  return new Simulation(world, makeBudget).run();
}

const ASKING_AT_ONCE = 2;

class Simulation {
  private readonly random: () => number;
  private readonly agenda = new Agenda();
  private readonly pending = { urgent: 0, routine: 0 };
  private readonly asking = { urgent: 0, routine: 0 };
  private readonly service: FixedWindow;
  private readonly longer: FixedWindow | undefined;
  private budget: ReturnType<MakeBudget>;
  private sent = 0;
  private left: number;
  private refused = 0;
  private awayUntilMs = 0;
  private earlier: RateLimitNotice | undefined;

  constructor(
    private readonly world: World,
    private readonly makeBudget: MakeBudget,
  ) {
    const { limit, windowSeconds, longer, rounding } = world;
    this.random = randomFrom(world.seed + 0.5 * 2 ** 32);
    this.service = new FixedWindow(limit, windowSeconds * 1_000, rounding, this.pending);
    this.longer =
      longer &&
      new FixedWindow(longer.limit, longer.windowSeconds * 1_000, rounding, { urgent: 0, routine: 0 });
    this.left = world.urgent.count + world.routine.count;
    this.budget = this.freshBudget();
  }

  run(): Outcome {
    const { windowSeconds, limit, slowestMs, longer } = this.world;
    const endMs = Math.max(this.arrive('urgent'), this.arrive('routine'));
    const windows = 4 + (3 * this.left) / limit;
    const patienceMs = windows * (windowSeconds + (longer?.windowSeconds ?? 0)) * 1_000;
    if (this.world.stolen > 0) this.steal(0);
    this.agenda.runUntil(endMs + patienceMs + this.left * 10 * slowestMs);
    return { left: this.left, refused: this.refused, windows: this.service.records };
  }

  private freshBudget() {
    const { limit, windowSeconds } = this.world;
    const budget = this.makeBudget({ limit, windowMs: windowSeconds * 1_000 }, this.random);
    budget.heed({ urgentWaits: () => this.pending.urgent > 0, settled: () => undefined });
    return budget;
  }

  private arrive(urgency: Urgency): number {
    const { count, meanGapMs } = this.world[urgency];
    let atMs = 1_000 * this.random();
    for (let index = 0; index < count; index++) {
      atMs += 2 * meanGapMs * this.random();
      this.agenda.add(atMs, (nowMs) => {
        this.queue(urgency, nowMs);
      });
    }
    return atMs;
  }

  /** A call waits in its lane; few of each lane ask the budget at a time. */
  private queue(urgency: Urgency, nowMs: number) {
    this.pending[urgency] += 1;
    if (this.asking[urgency] < ASKING_AT_ONCE) this.ask(urgency, nowMs);
  }

  private ask(urgency: Urgency, nowMs: number) {
    this.asking[urgency] += 1;
    this.attempt(urgency, nowMs);
  }

  private leaveQueue(urgency: Urgency, nowMs: number) {
    this.asking[urgency] -= 1;
    this.pending[urgency] -= 1;
    const open = this.service.openAt(nowMs);
    if (open && this.pending[urgency] === 0) open.waited[urgency] = false;
    if (this.pending[urgency] > this.asking[urgency])
      this.agenda.add(nowMs, (atMs) => {
        if (this.pending[urgency] > this.asking[urgency]) this.ask(urgency, atMs);
      });
  }

  private attempt(urgency: Urgency, nowMs: number): void {
    const again = (atMs: number) => {
      this.agenda.add(atMs, (laterMs) => {
        this.attempt(urgency, laterMs);
      });
    };
    if (nowMs < this.awayUntilMs) {
      again(this.awayUntilMs + 10 * this.random());
      return;
    }
    const { budget } = this;
    const admission = budget.admit(nowMs, urgency);
    if (!admission.admitted) {
      again(nowMs + Math.max(1, admission.waitMs));
      return;
    }
    this.agenda.add(nowMs + this.way(), (arrivalMs) => {
      const settlement = this.answer(urgency, arrivalMs);
      const backMs = arrivalMs + this.way();
      this.agenda.add(backMs, () => {
        budget.settle(admission.permit, backMs, settlement);
      });
    });
    this.sent += 1;
    if (this.sent === this.world.restartAfter) this.restart(nowMs);
    this.leaveQueue(urgency, nowMs);
  }

  private restart(nowMs: number) {
    this.awayUntilMs = nowMs + this.world.slowestMs + 1;
    this.budget = this.freshBudget();
  }

  private answer(urgency: Urgency, nowMs: number): Settlement {
    const taken = this.service.take(nowMs, urgency);
    const longer = this.longer?.take(nowMs, urgency);
    const refused = taken.refused || longer?.refused === true;
    if (refused) this.refuse(urgency, nowMs);
    else this.left -= 1;
    const notice = this.disturbed(this.notice(taken.notice, longer?.notice), nowMs);
    return this.random() < this.world.lostShare ? { came: 'no reply' } : { came: 'reply', refused, notice };
  }

  private refuse(urgency: Urgency, nowMs: number) {
    this.refused += 1;
    const open = this.service.openAt(nowMs);
    if (open) open.refused += 1;
    this.agenda.add(nowMs + 2 * this.world.slowestMs + 1, (laterMs) => {
      this.queue(urgency, laterMs);
    });
  }

  /** One policy says what is left; of two, each says it by its name. */
  private notice(shorter: QuotaNotice, longer: QuotaNotice | undefined): RateLimitNotice {
    if (!longer || !this.world.longer) return { quotas: [shorter] };
    const named = (name: string, { limit, windowSeconds }: { limit: number; windowSeconds: number }) => ({
      name,
      limit,
      windowMs: windowSeconds * 1_000,
    });
    return {
      quotas: [
        { ...named('shorter', this.world), ...shorter },
        { ...named('longer', this.world.longer), ...longer },
      ],
    };
  }

  private disturbed(notice: RateLimitNotice, nowMs: number): RateLimitNotice {
    const { missing, malformed, stale } = this.world.headers;
    const isOfThisWindow = this.service.openAt(nowMs)?.count !== 1;
    const earlier = isOfThisWindow ? this.earlier : undefined;
    this.earlier = notice;
    if (this.random() < missing) return { quotas: [] };
    if (this.random() < malformed) return { quotas: [{ resetMs: 1.7e12 }] };
    return earlier && this.random() < stale ? earlier : notice;
  }

  private steal(nowMs: number): void {
    if (this.left === 0) return;
    const meanGapMs = (this.world.windowSeconds * 1_000) / this.world.stolen;
    this.agenda.add(nowMs + 2 * meanGapMs * this.random(), (atMs) => {
      this.service.take(atMs);
      this.steal(atMs);
    });
  }

  private way(): number {
    return this.world.slowestMs * this.random();
  }
}
