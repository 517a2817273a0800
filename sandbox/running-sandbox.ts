import { SYSTEM_TIME, VirtualClock, type TimeSource } from './time/clock';
import { CallCount } from './http/call-count';
import { FixedWindow } from './http/fixed-window';
import { seedAccounts } from './money/accounts';
import { runDueTasks } from './time/run-due-tasks';
import { Random } from './random';
import { Readings } from './readings/readings';
import { type EventRecord, BankState } from './bank-state';
import type { Settings } from './settings';
import { Deliveries } from './webhook-deliveries';

const TICK_MS = 50;
const GATEWAY = { limit: 10, seconds: 10 };
const ACTIVE = { status: 'ACTIVE', mode: 'sandbox' };

/** A running sandbox: the bank's state, which a reset replaces, and the interface around it. */
export class RunningSandbox {
  readonly clock: VirtualClock;
  readonly window: FixedWindow;
  /** The second limit, which counts only if a reading has one. */
  readonly gateway: FixedWindow;
  /** Real milliseconds since the epoch. */
  readonly realNow: () => number;
  readonly calls = new CallCount();
  readonly readings: Readings;
  readonly deliveries: Deliveries;
  /** The bank's state; a reset replaces it, so do not keep a reference. */
  state: BankState;
  private readonly ticking: NodeJS.Timeout;
  private resets = 0;

  constructor(
    readonly settings: Settings,
    time: TimeSource = SYSTEM_TIME,
  ) {
    this.clock = new VirtualClock(time.realNow, settings.rate, settings.startAt);
    this.window = new FixedWindow(settings.limit, settings.windowSeconds, time.monotonicNow);
    this.gateway = new FixedWindow(GATEWAY.limit, GATEWAY.seconds, time.monotonicNow);
    this.realNow = time.realNow;
    this.readings = new Readings(settings.readings);
    this.deliveries = new Deliveries(settings.webhook, this.readings);
    this.state = this.newState(settings.seed);
    this.ticking = setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Resets everything but the clock and the readings. Ids change, since callers may remember old ones. */
  reset(): void {
    this.resets += 1;
    this.state = this.newState(`${this.settings.seed}/${this.resets}`);
    this.calls.reset();
    this.deliveries.reset();
    this.window.reset();
    this.gateway.reset();
  }

  /** Stops timers and deliveries. */
  async end(): Promise<void> {
    clearInterval(this.ticking);
    await this.deliveries.close();
  }

  /** Events are delivered when they happen, not only when the next call arrives. */
  private tick(): void {
    if (this.state.webhook.url !== null) runDueTasks(this.state);
  }

  private newState(seed: string): BankState {
    const state = new BankState({ ...this.settings, seed }, this.clock, this.readings);
    seedAccounts(state);
    const { url, secret } = this.settings.webhook;
    if (url !== undefined) state.webhook = { ...ACTIVE, url, signature_secret: secret };
    const random = new Random(`${seed}:webhooks`);
    state.announce = (event, again) => this.announce(state, event, random, again);
    return state;
  }

  private announce(state: BankState, event: EventRecord, random: Random, again?: 'again'): void {
    const address = () => state.webhook;
    if (again) this.deliveries.resend(event, address);
    else this.deliveries.announce(event, state.rules.courseOf('webhook', event.data), random, address);
  }
}
