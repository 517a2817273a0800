import { condition, getExternalWorkflowHandle, setHandler, sleep } from '@temporalio/workflow';
import { countsOf, type RowResult } from '../../domain/batch-register';
import type { NumberedRow } from '../../domain/batch-rows';
import { pollDelay } from '../../domain/clock';
import { workflowIds } from '../../domain/references';
import {
  rowsQuery,
  sliceOrdersSignal,
  sliceReportSignal,
  type SliceOrders,
  type SliceReport,
} from '../messages';
import { payRow, type PayableRow, type RowEnd, type SliceOfRows } from './row-payout';

/** A payout that has been on its way for so long no longer keeps others waiting. */
const SLOW_AFTER_MS = 15 * 60_000;

/** Rows that end between two reports to the batch. */
const REPORT_EVERY = 25;

/** A part of a batch that was approved. */
export interface SliceInput extends SliceOfRows {
  readonly slice: number;
  readonly orders: SliceOrders;
  readonly rows: readonly PayableRow[];
}

/** Starts the payouts of a part of a batch, never more at a time than it has places for, and follows each to its end. */
export class Slice {
  private orders: SliceOrders;
  private readonly results = new Map<number, RowResult>();
  /** Rows on their way that hold a place, with the instant they were started, in order. */
  private readonly moving = new Map<number, number>();
  private readonly followed: Promise<void>[] = [];
  private allStarted = false;
  private ended = false;

  constructor(private readonly input: SliceInput) {
    this.orders = input.orders;
    for (const row of input.rows) this.settle(row, { status: 'READY' });
    setHandler(sliceOrdersSignal, (orders) => void (this.orders = orders));
    setHandler(rowsQuery, () => this.rows);
  }

  get rows(): RowResult[] {
    return [...this.results.values()];
  }

  async run(): Promise<RowResult[]> {
    const reporting = this.keepReporting();
    void this.watchSlowOnes();
    for (const row of this.input.rows) {
      await condition(() => this.orders.cancelled || this.hasRoom);
      if (this.orders.cancelled) this.settle(row, { status: 'CANCELLED', reason: 'the rest was cancelled' });
      else this.start(row);
    }
    this.allStarted = true;
    await Promise.all(this.followed);
    this.ended = true;
    await reporting;
    return this.rows;
  }

  private get hasRoom(): boolean {
    return !this.orders.paused && this.moving.size < this.orders.places;
  }

  private start(row: PayableRow): void {
    this.settle(row, { status: 'STARTED' });
    this.moving.set(row.row, Date.now());
    this.followed.push(
      payRow(this.input, row).then((end) => {
        this.moving.delete(row.row);
        this.settle(row, end);
      }),
    );
  }

  private settle({ row, reference, amountKobo }: NumberedRow, end: RowEnd): void {
    this.results.set(row, { row, reference, amountKobo, ...end });
  }

  /** Payouts that take long go on, but their places are given to others. */
  private async watchSlowOnes(): Promise<void> {
    const patienceMs = pollDelay(this.input.clock, SLOW_AFTER_MS);
    for (;;) {
      await condition(() => this.moving.size > 0);
      const [[oldest, startedAt] = [0, 0]] = this.moving;
      await sleep(Math.max(1, startedAt + patienceMs - Date.now()), {
        summary: 'a slow payout gives up its place',
      });
      if (this.moving.get(oldest) === startedAt) this.moving.delete(oldest);
    }
  }

  /** Tells the batch when enough has changed to matter to it. */
  private async keepReporting(): Promise<void> {
    const batch = getExternalWorkflowHandle(workflowIds.batch(this.input.batch));
    let told = this.noteworthy;
    for (;;) {
      await condition(() => this.ended || this.noteworthy !== told);
      if (this.ended) return;
      told = this.noteworthy;
      // A batch that was ended by force hears nothing; its payouts go on.
      await batch.signal(sliceReportSignal, this.report()).catch(() => undefined);
    }
  }

  private get noteworthy(): string {
    const settled = this.rows.filter(({ status }) => status !== 'READY' && status !== 'STARTED').length;
    return [this.allStarted, this.placesNeeded, Math.floor(settled / REPORT_EVERY)].join();
  }

  /** Once all is started, places are given back in two halves: in between, too much would have to be told. */
  private get placesNeeded(): number {
    const { places } = this.orders;
    const half = Math.floor(places / 2);
    if (!this.allStarted || this.moving.size > half) return places;
    return this.moving.size > 0 ? half : 0;
  }

  private report(): SliceReport {
    const slow = this.rows.filter(({ row, status }) => status === 'STARTED' && !this.moving.has(row));
    return {
      slice: this.input.slice,
      allStarted: this.allStarted,
      places: this.placesNeeded,
      counts: countsOf(this.rows),
      slow: slow.map(({ row }) => row),
    };
  }
}
