import { Lease } from '../../../src/keeper/lease';
import type { KeeperRow } from '../../../src/records/keeper-row';
import { RowInMemory } from './row-in-memory';

/** Virtual time, in which processes wait for the database and for themselves. */
export class VirtualTime {
  nowMs = 0;
  private readonly waiting: { readonly atMs: number; readonly go: () => void }[] = [];

  sleep(ms: number): Promise<void> {
    return new Promise((go) => this.waiting.push({ atMs: this.nowMs + ms, go }));
  }

  /** Lets time pass, and looks after everything that happened. */
  async run(untilMs: number, look: () => void): Promise<void> {
    for (;;) {
      await new Promise((done) => setImmediate(done));
      look();
      this.waiting.sort((one, other) => one.atMs - other.atMs);
      const next = this.waiting.shift();
      if (!next || next.atMs > untilMs) return;
      this.nowMs = next.atMs;
      next.go();
    }
  }
}

/** What may go wrong, while it does. */
export interface Trouble {
  readonly lostShare: number;
  readonly longestWayMs: number;
  readonly stopShare: number;
  readonly longestStopMs: number;
  readonly jumpShare: number;
  /** Whether stopped machines sleep: then the monotonic clock stands still, and the wall clock is never set back. */
  readonly sleeps: boolean;
}

export const CALM: Trouble = {
  ...{ lostShare: 0, longestWayMs: 20, stopShare: 0, longestStopMs: 0, jumpShare: 0 },
  sleeps: false,
};

/** A worker process that tends its lease, on clocks of its own that jump and run unevenly. */
export class SimulatedProcess {
  lease: Lease;
  private stoppedUntilMs = 0;
  private wallJumpMs = 0;
  private sleptMs = 0;
  private lives = 0;
  /** Whether it has taken the lease, and has not learnt since that another one has it. */
  private hasTerm = false;
  private readonly rate: number;

  constructor(
    private readonly name: string,
    private readonly time: VirtualTime,
    private readonly row: RowInMemory,
    private readonly random: () => number,
    private readonly trouble: () => Trouble,
  ) {
    // A clock of a computer is wrong by less than a thousandth; this one by up to two hundredths.
    this.rate = 0.98 + 0.04 * random();
    this.lease = this.newLease();
  }

  /** As `src/keeper/call-bank.ts` does it, and stopped or killed now and then. */
  async live(): Promise<void> {
    for (;;) {
      await this.awake(200 + 600 * this.random());
      const chance = this.random();
      const { stopShare, jumpShare, longestStopMs, sleeps } = this.trouble();
      if (chance < stopShare) this.stop(longestStopMs * this.random());
      else if (chance < stopShare + jumpShare)
        this.wallJumpMs += 120_000 * (this.random() - (sleeps ? 0 : 0.5));
      else if (chance < stopShare + 2 * jumpShare) this.lease = this.newLease();
      await this.tend().catch(() => undefined);
    }
  }

  private stop(forMs: number): void {
    this.stoppedUntilMs = this.time.nowMs + forMs;
    if (this.trouble().sleeps) this.sleptMs += forMs;
  }

  private async tend(): Promise<void> {
    const { lease } = this;
    if (lease.isDue(0)) this.hasTerm = await lease.renew(0);
    else if (!this.hasTerm) this.hasTerm = (await lease.take()) !== undefined;
    else if (this.random() < this.trouble().stopShare / 4) {
      this.hasTerm = false;
      await lease.release(0);
    }
  }

  private newLease(): Lease {
    this.hasTerm = false;
    const now = () => ({
      monotonicMs: (this.time.nowMs - this.sleptMs) * this.rate,
      wallMs: this.time.nowMs * this.rate + this.wallJumpMs,
    });
    const holder = `${this.name}-${++this.lives}`;
    return new Lease(this.overTheNetwork(), { holder, worker: this.name, settings: {} }, now);
  }

  /** Each query takes its time, there and back, and may be lost on either way: then it may be carried out much later. */
  private overTheNetwork(): KeeperRow {
    const over =
      <Given extends unknown[], R>(query: (...given: Given) => Promise<R>) =>
      async (...given: Given): Promise<R> => {
        const { lostShare, longestWayMs } = this.trouble();
        const way = () => this.time.sleep(longestWayMs * this.random());
        const isLost = this.random() < lostShare;
        const answer = way()
          .then(() => (isLost ? this.time.sleep(30_000 * this.random()) : undefined))
          .then(() => query(...given));
        await (isLost ? this.time.sleep(2_000) : answer);
        await way();
        await this.awake(0);
        if (isLost) throw new Error('Query read timeout');
        return answer;
      };
    const { row } = this;
    return {
      look: over(row.look),
      take: over((...given) => row.take(...given)),
      renew: over((holder: string, fence: number, spentMs: number) => row.renew(holder, fence, spentMs)),
      release: over((...given) => row.release(...given)),
    };
  }

  /** A process that is stopped goes on when it is woken. */
  private async awake(ms: number): Promise<void> {
    await this.time.sleep(ms);
    while (this.time.nowMs < this.stoppedUntilMs)
      await this.time.sleep(this.stoppedUntilMs - this.time.nowMs);
  }
}
