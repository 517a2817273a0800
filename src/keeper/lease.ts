import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Candidate, KeeperRow, SeenKeeper, SharedSettings } from '../records/keeper-row';
import { differencesFrom } from '../records/shared-settings';

/** How long a keeper must be silent before another process may take its place. */
export const LEASE_MS = 9_000;

/** The keeper stops this much early: its last call may be on its way, and clocks run unevenly. */
const MARGIN_MS = 1_000;

/** It renews at this interval, or at once when the window is used up, so that the next keeper knows. */
const RENEW_EVERY_MS = 3_000;

/** Intervals between looks at the lease, by a standby worker and by the keeper. */
export const STAND_BY_LOOK_MS = 1_000;
export const KEEPER_LOOK_MS = 500;

/** An instant on this machine's own clocks, only compared with others on them. */
interface Instant {
  readonly monotonicMs: number;
  /** Runs on while the machine sleeps. */
  readonly wallMs: number;
}

const realNow = (): Instant => ({ monotonicMs: performance.now(), wallMs: Date.now() });

export const leaseOf = (row: KeeperRow, settings: () => SharedSettings): Lease =>
  new Lease(row, {
    holder: randomUUID(),
    worker: `${process.pid}@${hostname()}`,
    get settings() {
      return settings();
    },
  });

/** The right to call the bank, which one process has at a time. */
export class Lease {
  private term: { readonly fence: number; renewed: Instant } | undefined;
  private seen: { readonly row: SeenKeeper; readonly sinceMs: number } | undefined;
  private toldSpent = false;

  constructor(
    private readonly row: KeeperRow,
    private readonly candidate: Candidate,
    private readonly now: () => Instant = realNow,
  ) {}

  /** Whether this process may call the bank now; from memory, so a stopped process knows it on waking. */
  readonly isHeld = (): boolean => {
    if (!this.term) return false;
    const { monotonicMs, wallMs } = this.term.renewed;
    const now = this.now();
    const longestMs = LEASE_MS - MARGIN_MS;
    return now.monotonicMs - monotonicMs < longestMs && now.wallMs - wallMs < longestMs;
  };

  /** The worker with the lease, when this process last looked while standing by. */
  get keeper(): string | undefined {
    return this.seen?.row.worker;
  }

  /** The keeper's settings that differ from ours, a sentence each. */
  get differences(): string[] {
    return this.seen ? differencesFrom(this.seen.row, this.candidate.settings) : [];
  }

  /** Milliseconds until it makes sense to try for the lease; 0 when it may be free. */
  get freeInMs(): number {
    return this.seen ? Math.max(0, LEASE_MS - (this.now().monotonicMs - this.seen.sinceMs)) : 0;
  }

  /**
   * Takes the lease if it is free: released, or not renewed for `LEASE_MS` while this process looked on.
   * Returns the milliseconds for which the window is known to be used up. @throws the database's errors
   */
  async take(): Promise<number | undefined> {
    const row = await this.row.look();
    this.note(row);
    const isFree = row?.holder === undefined || row.holder === this.candidate.holder || this.freeInMs === 0;
    if (!isFree) return undefined;
    const renewed = this.now();
    const taken = await this.row.take(this.candidate, row);
    if (!taken) return undefined;
    this.term = { fence: taken.fence, renewed };
    this.toldSpent = taken.spentMs > 0;
    return taken.spentMs;
  }

  isDue(spentMs: number): boolean {
    if (!this.term) return false;
    const quietMs = this.now().monotonicMs - this.term.renewed.monotonicMs;
    return quietMs >= RENEW_EVERY_MS || (spentMs > 0 && !this.toldSpent);
  }

  /**
   * Renews the lease; false if another process has it. Success proves that no other had it in between,
   * however late the renewal. @throws the database's errors; the lease may then still be ours
   */
  async renew(spentMs: number): Promise<boolean> {
    if (!this.term) return false;
    const renewed = this.now();
    const { holder, settings } = this.candidate;
    const isOurs = await this.row.renew(holder, this.term.fence, spentMs, settings);
    if (isOurs) this.term.renewed = renewed;
    else this.term = undefined;
    this.toldSpent = spentMs > 0;
    return isOurs;
  }

  /** Lets another process take the lease at once. None of our calls may be under way at the bank any more. */
  async release(spentMs: number): Promise<void> {
    if (!this.term) return;
    const { fence } = this.term;
    this.term = undefined;
    await this.row.release(this.candidate.holder, fence, spentMs);
  }

  /** Notes the row: if it changed, its keeper was alive at some time before now. */
  private note(row: SeenKeeper | undefined): void {
    const isSame = row?.fence === this.seen?.row.fence && row?.beat === this.seen?.row.beat;
    if (row && !isSame) this.seen = { row, sinceMs: this.now().monotonicMs };
    if (!row) this.seen = undefined;
  }
}
