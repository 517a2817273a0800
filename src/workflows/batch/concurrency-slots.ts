import type { ChunkControl, ChunkReport } from '../../domain/batch/chunk-messages';
import type { RowStatus } from '../../domain/batch/validation-results';

/** A payout that has been on its way for this time gives its slot to another. */
export const SLOW_AFTER_MS = 15 * 60_000;

/** A chunk that was begun, as its batch knows it. */
export class BegunChunk {
  allStarted = false;
  /** Whether its workflow runs, so that it can receive signals. */
  isReachable = false;
  hasEnded = false;
  counts: ChunkReport['counts'] = {};
  slow: ChunkReport['slow'] = [];
  private told: ChunkControl | undefined;

  constructor(
    readonly number: number,
    /** Slots that it has, or still needs once all of its payouts are started. */
    private slots: number,
  ) {}

  get slotsHeld(): number {
    return this.hasEnded ? 0 : this.slots;
  }

  get isStarting(): boolean {
    return !this.allStarted && !this.hasEnded;
  }

  grant(slots: number): void {
    this.slots += slots;
  }

  take({ allStarted, slots, counts, slow }: ChunkReport): void {
    Object.assign(this, { allStarted, counts, slow });
    // Any client can send a report: it can release slots, and take none.
    if (allStarted) this.slots = Math.min(this.slots, slots);
  }

  end(): void {
    this.hasEnded = true;
    this.counts = {};
  }

  /** The chunk's control now; remembered as told. */
  control(wish: Omit<ChunkControl, 'slots'>): ChunkControl {
    this.told = { slots: this.slots, ...wish };
    return this.told;
  }

  isToldOf({ paused, cancelled }: Omit<ChunkControl, 'slots'>): boolean {
    return this.told?.paused === paused && this.told.cancelled === cancelled;
  }
}

/**
 * The concurrency slots of a batch and the chunks that share them: no more payouts than the batch allows are on their
 * way at the same time, slow ones not counted. The next chunk begins once the one before needs fewer slots than it has.
 */
export class ConcurrencySlots {
  private readonly begun = new Map<number, BegunChunk>();

  constructor(private readonly concurrency: number) {}

  get free(): number {
    const held = this.all.reduce((sum, { slotsHeld }) => sum + slotsHeld, 0);
    return Math.max(0, this.concurrency - held);
  }

  /** Whether another chunk may begin: one at a time starts payouts. */
  get mayBegin(): boolean {
    return this.free > 0 && !this.starting;
  }

  /** The chunk that still starts payouts. */
  get starting(): BegunChunk | undefined {
    return this.all.find(({ isStarting }) => isStarting);
  }

  /** Gives all free slots to a chunk that begins, or begins again. */
  begin(chunk: number): BegunChunk {
    const begun = new BegunChunk(chunk, this.free);
    this.begun.set(chunk, begun);
    return begun;
  }

  /** Takes a report over; false when it comes from no chunk that runs. */
  take(report: ChunkReport): boolean {
    const chunk = this.begun.get(report.chunk);
    if (!chunk || chunk.hasEnded) return false;
    chunk.take(report);
    return true;
  }

  /** The number of rows that the running chunks report in this status. */
  count(status: RowStatus): number {
    return this.all.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0);
  }

  /** The slow rows, once nothing else is left of `chunks` chunks; `undefined` while anything moves. */
  slowRowsLeft(chunks: number): readonly number[] | undefined {
    const running = this.all.filter(({ hasEnded }) => !hasEnded);
    const isMoving = running.some(({ allStarted, slotsHeld }) => !allStarted || slotsHeld > 0);
    return this.begun.size < chunks || isMoving ? undefined : running.flatMap(({ slow }) => slow);
  }

  private get all(): BegunChunk[] {
    return [...this.begun.values()];
  }
}
