import { SYSTEM_TIME, VirtualClock, type TimeSource } from './clock';
import { CallCount } from './http/call-count';
import { RateWindow } from './http/rate-window';
import { seedAccounts } from './money/accounts';
import type { Settings } from './settings';
import { World } from './world';

/** A sandbox at work: the world, which a reset replaces, and what belongs to the interface around it. */
export class Running {
  readonly clock: VirtualClock;
  readonly window: RateWindow;
  readonly calls = new CallCount();
  world: World;
  private resets = 0;

  constructor(
    readonly settings: Settings,
    time: TimeSource = SYSTEM_TIME,
  ) {
    this.clock = new VirtualClock(time.realNow, settings.rate, settings.startAt);
    this.window = new RateWindow(settings.limit, settings.windowSeconds, time.monotonicNow);
    this.world = this.newWorld(settings.seed);
  }

  /** Forgets everything but the clock. Ids differ from those before: callers may remember them. */
  reset(): void {
    this.resets += 1;
    this.world = this.newWorld(`${this.settings.seed}/${this.resets}`);
    this.calls.reset();
    this.window.reset();
  }

  private newWorld(seed: string): World {
    const world = new World({ ...this.settings, seed }, this.clock);
    seedAccounts(world);
    return world;
  }
}
