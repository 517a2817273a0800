import { condition, getExternalWorkflowHandle } from '@temporalio/workflow';
import { chunkReportSignal, type ChunkReport } from '../../domain/batch/chunk-messages';
import { countsOf, type RowResult } from '../../domain/batch/validation-results';
import { caseId } from '../../domain/wire/workflow-ids';

/** Rows that end between two reports to the batch. */
const REPORT_EVERY = 25;

/** What a report is made of, as it is at the moment. */
interface ChunkState {
  /** Concurrency slots that the batch has granted. */
  readonly slots: () => number;
  /** Rows on their way that hold a slot. */
  readonly inSlots: () => ReadonlyMap<number, unknown>;
  readonly rows: () => readonly RowResult[];
}

/** How far a chunk is, and what of it the batch has been told. */
export class ChunkProgress {
  private allStarted = false;
  private ended = false;
  private settled = 0;
  private reported = { allStarted: false, slots: 0, settled: 0 };

  constructor(
    private readonly chunk: { readonly batch: string; readonly chunk: number },
    private readonly state: ChunkState,
  ) {
    this.remember();
  }

  rowSettled(): void {
    this.settled++;
  }

  allAreStarted(): void {
    this.allStarted = true;
  }

  end(): void {
    this.ended = true;
  }

  /** Tells the batch whenever enough has changed to matter to it, until the chunk ends. */
  async keepReporting(): Promise<void> {
    const batch = getExternalWorkflowHandle(caseId('batch', this.chunk.batch));
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
    const slots = this.state.slots();
    const half = Math.floor(slots / 2);
    const held = this.state.inSlots().size;
    if (!this.allStarted || held > half) return slots;
    return held > 0 ? half : 0;
  }

  private report(): ChunkReport {
    const rows = this.state.rows();
    const inSlots = this.state.inSlots();
    const slow = rows.filter(({ row, status }) => status === 'STARTED' && !inSlots.has(row));
    return {
      chunk: this.chunk.chunk,
      allStarted: this.allStarted,
      slots: this.slotsNeeded,
      counts: countsOf(rows),
      slow: slow.map(({ row }) => row),
    };
  }
}
