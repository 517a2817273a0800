import { SYSTEM_TIME, VirtualClock, type TimeSource } from './clock';
import { CallCount } from './http/call-count';
import { RateWindow } from './http/rate-window';
import { seedAccounts } from './money/accounts';
import { catchUp } from './passing-of-time';
import { Random } from './random';
import type { EventRecord } from './records';
import type { Settings } from './settings';
import { Deliveries } from './webhooks/deliveries';
import { World } from './world';

const TICK_MS = 50;
const ACTIVE = { status: 'ACTIVE', mode: 'sandbox' };

/** A sandbox at work: the world, which a reset replaces, and what belongs to the interface around it. */
export class Running {
  readonly clock: VirtualClock;
  readonly window: RateWindow;
  readonly calls = new CallCount();
  readonly deliveries: Deliveries;
  world: World;
  private readonly ticking: NodeJS.Timeout;
  private resets = 0;

  constructor(
    readonly settings: Settings,
    time: TimeSource = SYSTEM_TIME,
  ) {
    this.clock = new VirtualClock(time.realNow, settings.rate, settings.startAt);
    this.window = new RateWindow(settings.limit, settings.windowSeconds, time.monotonicNow);
    this.deliveries = new Deliveries(settings.webhook);
    this.world = this.newWorld(settings.seed);
    this.ticking = setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Forgets everything but the clock. Ids differ from those before: callers may remember them. */
  reset(): void {
    this.resets += 1;
    this.world = this.newWorld(`${this.settings.seed}/${this.resets}`);
    this.calls.reset();
    this.deliveries.reset();
    this.window.reset();
  }

  async close(): Promise<void> {
    clearInterval(this.ticking);
    await this.deliveries.close();
  }

  /** Whoever is told of events hears of them when they happen, not when somebody calls. */
  private tick(): void {
    if (this.world.webhook.url !== null) catchUp(this.world);
  }

  private newWorld(seed: string): World {
    const world = new World({ ...this.settings, seed }, this.clock);
    seedAccounts(world);
    const { url, secret } = this.settings.webhook;
    if (url !== undefined) world.webhook = { ...ACTIVE, url, signature_secret: secret };
    const random = new Random(`${seed}:webhooks`);
    world.announce = (event, again) => this.announce(world, event, random, again);
    return world;
  }

  private announce(world: World, event: EventRecord, random: Random, again?: 'again'): void {
    const address = () => world.webhook;
    if (again) this.deliveries.resend(event, address);
    else this.deliveries.announce(event, world.rules.courseOf('webhook', event.data), random, address);
  }
}
