import {
  condition,
  getExternalWorkflowHandle,
  setHandler,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { ChildWorkflowFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { countsOf, rowsText, rowStatuses, type RowResult, type RowStatus } from '../../domain/batch-register';
import { beneficiaryKey, sliced } from '../../domain/batch-rows';
import { batchSliceId } from '../../domain/references';
import type { batchSliceWorkflow } from '../batch-slice';
import { waitFor } from '../case/steps';
import { sliceOrdersSignal, sliceReportSignal, type SliceOrders, type SliceReport } from '../messages';
import type { BatchResult } from '../results';
import type { BatchCase } from './batch-case';
import type { PayableRow } from './row-payout';

/** Payouts of one slice: few enough for its history, many enough for the batch's. */
const SLICE_ROWS = 250;

/** Pays what was approved, slice after slice. */
export async function pay(batch: BatchCase): Promise<BatchResult> {
  batch.file.enter('PAYING');
  await waitFor(batch, 'BATCH_PAYOUTS', () => new Paymaster(batch).payAll());
  return batch.cancelled === undefined ? batch.close('DONE') : batch.close('CANCELLED', batch.cancelled);
}

/** A slice that was started. */
interface Running {
  /** Places that it has, or still needs once all of its payouts are started. */
  places: number;
  allStarted: boolean;
  counts: SliceReport['counts'];
  slow: SliceReport['slow'];
  ended: boolean;
}

/**
 * Hands out places to slices: no more payouts than the batch allows are on their way at the same time, those that take
 * long not counted. The next slice begins as soon as the one before needs fewer places than it has.
 */
class Paymaster {
  private readonly slices: PayableRow[][];
  private readonly running = new Map<number, Running>();
  private readonly waits: Promise<void>[] = [];
  private failed: number[] = [];

  constructor(private readonly batch: BatchCase) {
    const { register, names } = batch;
    const payable = register.included.map((row) => ({
      ...row,
      resolvedName: names.get(beneficiaryKey(row)) ?? row.accountName,
    }));
    this.slices = sliced(payable, SLICE_ROWS);
    setHandler(sliceReportSignal, (report) => this.hear(report));
  }

  /** A slice that was interrupted is run again when a person says so; what it has started is found again. */
  async payAll(): Promise<void> {
    void this.passOnOrders();
    for (let due = this.slices.map((_, index) => index + 1); due.length > 0; due = this.failed) {
      if (this.failed.length > 0) await this.askForRetry();
      this.failed = [];
      for (const slice of due) await this.begin(slice);
      await Promise.all(this.waits.splice(0));
    }
  }

  private async askForRetry(): Promise<void> {
    const { file, remedies } = this.batch;
    const { length } = this.failed;
    const [parts, them] =
      length === 1 ? ['part of the batch was', 'it'] : ['parts of the batch were', 'them'];
    const cause = `${length} ${parts} ended by force, or an earlier run of the batch still carries ${them} out`;
    file.raiseAttention(cause, remedies);
    await this.batch.askForRetry();
    file.settleAttention();
  }

  private async begin(slice: number): Promise<void> {
    const { batch } = this;
    await condition(() => batch.cancelled !== undefined || (!batch.paused && this.canBegin));
    // Rows of a slice that never ran are cancelled; a slice that ran knows what has become of its rows.
    if (batch.cancelled !== undefined && !this.running.has(slice)) return;
    const running: Running = { places: this.free, allStarted: false, counts: {}, slow: [], ended: false };
    this.running.set(slice, running);
    this.waits.push(this.follow(slice, running));
  }

  private get canBegin(): boolean {
    return this.free > 0 && [...this.running.values()].every(({ allStarted, ended }) => allStarted || ended);
  }

  private get free(): number {
    const held = [...this.running.values()].reduce((sum, { places, ended }) => sum + (ended ? 0 : places), 0);
    return Math.max(0, this.batch.head.concurrency - held);
  }

  private async follow(slice: number, running: Running): Promise<void> {
    try {
      this.enterResults(await this.run(slice));
    } catch (error) {
      if (!isInterrupted(error)) throw error;
      this.failed.push(slice);
    }
    running.ended = true;
    running.counts = {};
    this.showCounts();
  }

  private async run(slice: number): Promise<RowResult[]> {
    const { head, file } = this.batch;
    const child = await startChild<typeof batchSliceWorkflow>('batchSliceWorkflow', {
      workflowId: batchSliceId(head.reference, slice),
      args: [
        {
          batch: head.reference,
          slice,
          createdBy: head.createdBy,
          sourceAccountNumber: head.source.accountNumber,
          clock: file.clock,
          orders: this.ordersFor(slice),
          rows: this.slices[slice - 1] ?? [],
        },
      ],
      taskQueue: workflowInfo().taskQueue,
    });
    return child.result();
  }

  private ordersFor(slice: number): SliceOrders {
    const { paused, cancelled } = this.batch;
    return { places: this.running.get(slice)?.places ?? 0, paused, cancelled: cancelled !== undefined };
  }

  private hear({ slice, allStarted, places, counts, slow }: SliceReport): void {
    const running = this.running.get(slice);
    if (!running || running.ended) return;
    Object.assign(running, { counts, allStarted, slow }, allStarted && { places });
    this.showCounts();
    this.tellOfStuck();
  }

  /** Once nothing is left but payouts that take long, somebody should look at them. */
  private tellOfStuck(): void {
    const { file } = this.batch;
    const running = [...this.running.values()].filter(({ ended }) => !ended);
    if (this.running.size < this.slices.length || file.attention) return;
    if (running.some(({ allStarted, places }) => !allStarted || places > 0)) return;
    const slow = rowsText(running.flatMap((slice) => slice.slow));
    file.raiseAttention(
      `what is left takes long, or needs a person: ${slow}; payout attention tells more`,
      [],
    );
  }

  /** Tells the one slice that still starts payouts whenever it has more places, or people have decided something. */
  private async passOnOrders(): Promise<void> {
    for (let told = ''; ;) {
      await condition(() => this.wishes() !== told);
      told = this.wishes();
      const starting = this.starting;
      if (!starting) continue;
      const [slice, running] = starting;
      running.places += this.free;
      const handle = getExternalWorkflowHandle(batchSliceId(this.batch.head.reference, slice));
      // A slice that has just ended needs no orders.
      await handle.signal(sliceOrdersSignal, this.ordersFor(slice)).catch(() => undefined);
    }
  }

  private get starting(): [number, Running] | undefined {
    return [...this.running].find(([, { allStarted, ended }]) => !allStarted && !ended);
  }

  private wishes(): string {
    return [this.starting?.[0], this.free, this.batch.paused, this.batch.cancelled].join();
  }

  private enterResults(results: readonly RowResult[]): void {
    for (const result of results) this.batch.results.set(result.row, result);
  }

  private showCounts(): void {
    const settled = countsOf([...this.batch.results.values()]);
    const all = [settled, ...[...this.running.values()].map(({ counts }) => counts)];
    for (const status of Object.keys(rowStatuses) as RowStatus[]) {
      const count = all.reduce((sum, counts) => sum + (counts[status] ?? 0), 0);
      if (count > 0 || factOf(status) in this.batch.file.facts) this.batch.file.facts[factOf(status)] = count;
    }
    this.batch.file.publish();
  }
}

/** It was ended by force, or one that an ended run of this batch began is still there. */
const isInterrupted = (error: unknown) =>
  error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;

/** `REFERENCE_USED` is shown as the fact `rowsReferenceUsed`. */
const factOf = (status: RowStatus) =>
  `rows${status
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;
