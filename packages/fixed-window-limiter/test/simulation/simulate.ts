import type { CallOutcome, RateLimiter, RateLimiterSettings, Urgency } from '../../src';
import { EventQueue } from './event-queue';
import { SimulatedHeaders } from './headers';
import { FixedWindow, type Record } from './fixed-window';
import { randomFrom } from '../support/random';
import type { Scenario } from './scenario';

/** Makes a limiter that knows the scenario's shorter policy, as ours knows the observed one. */
export type MakeLimiter = (settings: SimulatedSettings) => Pick<RateLimiter, 'admit' | 'complete' | 'attach'>;

export type SimulatedSettings = Required<Pick<RateLimiterSettings, 'policy' | 'random' | 'now'>>;

export interface Outcome {
  /** Calls that never got through. */
  readonly left: number;
  readonly refused: number;
  readonly windows: readonly Record[];
}

/** Lets callers of both urgencies work against a limiter and the server, in simulated time. */
export function simulate(scenario: Scenario, makeLimiter: MakeLimiter): Outcome {
  return new Simulation(scenario, makeLimiter).run();
}

const ASKING_AT_ONCE = 2;

class Simulation {
  private readonly random: () => number;
  private readonly events = new EventQueue();
  private readonly pending = { urgent: 0, routine: 0 };
  private readonly asking = { urgent: 0, routine: 0 };
  private readonly headers: SimulatedHeaders;
  private readonly server: FixedWindow;
  private readonly longer: FixedWindow | undefined;
  private limiter: ReturnType<MakeLimiter>;
  private sent = 0;
  private left: number;
  private refused = 0;
  private awayUntilMs = 0;

  constructor(
    private readonly scenario: Scenario,
    private readonly makeLimiter: MakeLimiter,
  ) {
    const { limit, windowSeconds, longer, rounding } = scenario;
    this.random = randomFrom(scenario.seed + 0.5 * 2 ** 32);
    this.headers = new SimulatedHeaders(scenario, this.random);
    this.server = new FixedWindow(limit, windowSeconds * 1_000, rounding, this.pending);
    this.longer =
      longer &&
      new FixedWindow(longer.limit, longer.windowSeconds * 1_000, rounding, { urgent: 0, routine: 0 });
    this.left = scenario.urgent.count + scenario.routine.count;
    this.limiter = this.freshLimiter();
  }

  run(): Outcome {
    const { windowSeconds, limit, slowestMs, longer } = this.scenario;
    const endMs = Math.max(this.arrive('urgent'), this.arrive('routine'));
    const windows = 4 + (3 * this.left) / limit;
    const patienceMs = windows * (windowSeconds + (longer?.windowSeconds ?? 0)) * 1_000;
    if (this.scenario.stolen > 0) this.steal(0);
    this.events.runUntil(endMs + patienceMs + this.left * 10 * slowestMs);
    return { left: this.left, refused: this.refused, windows: this.server.records };
  }

  private freshLimiter() {
    const { limit, windowSeconds } = this.scenario;
    const limiter = this.makeLimiter({
      policy: { limit, windowMs: windowSeconds * 1_000 },
      random: this.random,
      now: () => this.events.nowMs,
    });
    limiter.attach({ urgentWaits: () => this.pending.urgent > 0, roomChanged: () => undefined });
    return limiter;
  }

  private arrive(urgency: Urgency): number {
    const { count, meanGapMs } = this.scenario[urgency];
    let atMs = 1_000 * this.random();
    for (let index = 0; index < count; index++) {
      atMs += 2 * meanGapMs * this.random();
      this.events.add(atMs, (nowMs) => {
        this.queue(urgency, nowMs);
      });
    }
    return atMs;
  }

  /** A call waits in its queue; few of each queue ask the limiter at a time. */
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
    const open = this.server.openAt(nowMs);
    if (open && this.pending[urgency] === 0) open.waited[urgency] = false;
    if (this.pending[urgency] > this.asking[urgency])
      this.events.add(nowMs, (atMs) => {
        if (this.pending[urgency] > this.asking[urgency]) this.ask(urgency, atMs);
      });
  }

  private attempt(urgency: Urgency, nowMs: number): void {
    const again = (atMs: number) => {
      this.events.add(atMs, (laterMs) => {
        this.attempt(urgency, laterMs);
      });
    };
    if (nowMs < this.awayUntilMs) {
      again(this.awayUntilMs + 10 * this.random());
      return;
    }
    const { limiter } = this;
    const admission = limiter.admit(urgency);
    if (!admission.admitted) {
      again(nowMs + Math.max(1, admission.waitMs));
      return;
    }
    this.events.add(nowMs + this.networkDelay(), (arrivalMs) => {
      const outcome = this.answer(urgency, arrivalMs);
      const backMs = arrivalMs + this.networkDelay();
      this.events.add(backMs, () => {
        limiter.complete(admission.permit, outcome);
      });
    });
    this.sent += 1;
    if (this.sent === this.scenario.restartAfter) this.restart(nowMs);
    this.leaveQueue(urgency, nowMs);
  }

  private restart(nowMs: number) {
    this.awayUntilMs = nowMs + this.scenario.slowestMs + 1;
    this.limiter = this.freshLimiter();
  }

  private answer(urgency: Urgency, nowMs: number): CallOutcome {
    const taken = this.server.take(nowMs, urgency);
    const longer = this.longer?.take(nowMs, urgency);
    const refused = taken.refused || longer?.refused === true;
    if (refused) this.refuse(urgency, nowMs);
    else this.left -= 1;
    const isFirst = this.server.openAt(nowMs)?.count === 1;
    const notice = this.headers.disturbed(this.headers.both(taken.notice, longer?.notice), isFirst);
    return this.random() < this.scenario.lostShare
      ? { came: 'no reply' }
      : { came: 'reply', refused, notice };
  }

  private refuse(urgency: Urgency, nowMs: number) {
    this.refused += 1;
    const open = this.server.openAt(nowMs);
    if (open) open.refused += 1;
    this.events.add(nowMs + 2 * this.scenario.slowestMs + 1, (laterMs) => {
      this.queue(urgency, laterMs);
    });
  }

  private steal(nowMs: number): void {
    if (this.left === 0) return;
    const meanGapMs = (this.scenario.windowSeconds * 1_000) / this.scenario.stolen;
    this.events.add(nowMs + 2 * meanGapMs * this.random(), (atMs) => {
      this.server.take(atMs);
      this.steal(atMs);
    });
  }

  private networkDelay(): number {
    return this.scenario.slowestMs * this.random();
  }
}
