import { condition, setHandler, sleep, getExternalWorkflowHandle } from '@temporalio/workflow';
import { isChunkControl, type ChunkControl, type ChunkReport } from '../../domain/batch/chunk-messages';
import type { PayableRow } from '../../domain/batch/approved-rows';
import type { NumberedRow } from '../../domain/batch/rows';
import { type RowResult, countsOf } from '../../domain/batch/validation-results';
import { pollDelay } from '../../domain/time/clock';
import { chunkControlSignal, chunkReportSignal, rowsQuery } from '../../domain/wire/messages';
import { batchChunkId, caseId } from '../../domain/wire/workflow-ids';
import { requireParent, requireWorkflowId } from '../case/run-case';
import { inPlace } from '../activity-proxies';
import { SLOW_AFTER_MS } from './concurrency-slots';
import { followEarlier, payoutsOf, payRow, type ChunkInput, type RowEnd } from './row-payout';

/** A part of an approved batch, which alone can start it: its payouts with bounded concurrency, each followed to its end. */
export async function batchChunkWorkflow(input: ChunkInput): Promise<RowResult[]> {
  requireWorkflowId(batchChunkId(input.batch, input.chunk));
  requireParent(caseId('batch', input.batch));
  return new Chunk(input).run();
}

/** Starts the payouts of its rows, never more at a time than it has slots for, and follows each to its end. */
class Chunk {
  control: ChunkControl;
  private readonly results = new Map<number, RowResult>();
  /** Rows on their way that hold a slot, with the instant they were started, in order. */
  readonly inSlots = new Map<number, number>();
  private readonly followed: Promise<void>[] = [];
  private readonly progress: ChunkProgress;

  constructor(readonly input: ChunkInput) {
    this.control = input.control;
    for (const row of input.rows) this.settle(row, { status: 'READY' });
    this.progress = new ChunkProgress(this);
    setHandler(chunkControlSignal, (given) => {
      if (isChunkControl(given)) this.control = given;
    });
    setHandler(rowsQuery, () => this.rows);
  }

  async run(): Promise<RowResult[]> {
    const { proof } = await inPlace.acceptSuccession(this.input);
    const payouts = await payoutsOf(this.input, proof);
    const reporting = this.progress.keepReporting();
    void this.freeSlotsOfSlowPayouts();
    for (const [index, row] of this.input.rows.entries()) {
      await condition(() => this.control.cancelled || this.hasFreeSlot);
      if (this.control.cancelled) {
        await this.cancel(this.input.rows.slice(index));
        break;
      }
      this.follow(row, payRow(this.input, row, payouts[index] ?? {}));
    }
    this.progress.allStarted = true;
    await Promise.all(this.followed);
    this.progress.ended = true;
    await reporting;
    return this.rows;
  }

  get rows(): RowResult[] {
    return [...this.results.values()];
  }

  private get hasFreeSlot(): boolean {
    return !this.control.paused && this.inSlots.size < this.control.slots;
  }

  /** Starts none of these rows. What an earlier run of the batch, or of this part, has started goes on. */
  private async cancel(rows: readonly PayableRow[]): Promise<void> {
    const references = rows.map(({ reference }) => reference);
    const started = await inPlace.findOwnPayouts({ batch: this.input.batch, references });
    for (const row of rows)
      if (started.includes(row.reference)) this.follow(row, followEarlier(this.input, row));
      else this.settle(row, { status: 'CANCELLED', reason: 'the rest was cancelled' });
  }

  private follow(row: PayableRow, end: Promise<RowEnd>): void {
    this.settle(row, { status: 'STARTED' });
    this.inSlots.set(row.row, Date.now());
    this.followed.push(this.settleOnce(row, end));
  }

  private async settleOnce(row: PayableRow, ended: Promise<RowEnd>): Promise<void> {
    const end = await ended;
    this.inSlots.delete(row.row);
    this.settle(row, end);
    this.progress.settled++;
  }

  private settle({ row, reference, amountKobo }: NumberedRow, end: RowEnd): void {
    this.results.set(row, { row, reference, amountKobo, ...end });
  }

  /** Payouts that take long go on, but their slots are given to others. Ends with the workflow. */
  private async freeSlotsOfSlowPayouts(): Promise<never> {
    const patienceMs = pollDelay(this.input.clock, SLOW_AFTER_MS);
    for (;;) {
      await condition(() => this.inSlots.size > 0);
      const [[oldest, startedAt] = [0, 0]] = this.inSlots;
      const leftMs = startedAt + patienceMs - Date.now();
      await sleep(Math.max(1, leftMs), { summary: 'a slow payout gives up its slot' });
      if (this.inSlots.get(oldest) === startedAt) this.inSlots.delete(oldest);
    }
  }
}

/** Rows that end between two reports to the batch. */
const REPORT_EVERY = 25;

/** The progress of a chunk, and as much of it as the batch has been told. */
class ChunkProgress {
  allStarted = false;
  ended = false;
  settled = 0;
  private reported = { allStarted: false, slots: 0, settled: 0 };

  constructor(private readonly chunk: Chunk) {
    this.remember();
  }

  /** Tells the batch whenever enough has changed to matter to it, until the chunk ends. */
  async keepReporting(): Promise<void> {
    const batch = getExternalWorkflowHandle(caseId('batch', this.chunk.input.batch));
    // Ends with the chunk.
    for (;;) {
      await condition(() => this.ended || this.isReportDue);
      if (this.ended) return;
      this.remember();
      // A batch that was ended by force hears nothing; its payouts go on.
      await batch.signal(chunkReportSignal, this.report()).catch(() => undefined);
    }
  }

  private get isReportDue(): boolean {
    const { allStarted, slots, settled } = this.reported;
    if (this.allStarted !== allStarted || this.slotsNeeded !== slots) return true;
    return Math.floor(this.settled / REPORT_EVERY) > Math.floor(settled / REPORT_EVERY);
  }

  private remember(): void {
    this.reported = { allStarted: this.allStarted, slots: this.slotsNeeded, settled: this.settled };
  }

  /** Once all is started, slots are released in two halves: one by one, the batch would be told too often. */
  private get slotsNeeded(): number {
    const { slots } = this.chunk.control;
    const half = Math.floor(slots / 2);
    const held = this.chunk.inSlots.size;
    if (!this.allStarted || held > half) return slots;
    return held > 0 ? half : 0;
  }

  private report(): ChunkReport {
    const { rows, inSlots } = this.chunk;
    const slow = rows.filter(({ row, status }) => status === 'STARTED' && !inSlots.has(row));
    return {
      chunk: this.chunk.input.chunk,
      allStarted: this.allStarted,
      slots: this.slotsNeeded,
      counts: countsOf(rows),
      slow: slow.map(({ row }) => row),
    };
  }
}
