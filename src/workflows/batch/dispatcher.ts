import {
  condition,
  getExternalWorkflowHandle,
  setHandler,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { ChildWorkflowFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { isChunkReport, type ChunkControl } from '../../domain/batch/chunk-messages';
import { CHUNK_ROWS, type PayableRow } from '../../domain/batch/approved-rows';
import { sliced } from '../../domain/batch/rows';
import { rowsText, type RowResult } from '../../domain/batch/validation-results';
import { chunkControlSignal, chunkReportSignal } from '../../domain/wire/messages';
import { batchChunkId } from '../../domain/wire/workflow-ids';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { firstOf, waitFor } from '../case/steps';
import type { Frozen, BatchCase } from './batch-case';
import { vouched } from '../activity-proxies';
import type { batchChunkWorkflow } from './chunk';
import { ConcurrencySlots, type BegunChunk } from './concurrency-slots';
import type { ChunkInput } from './row-payout';
import type { BatchResult } from '../../domain/batch/stages';

/** Pays the approved batch, chunk after chunk. */
export async function pay(batch: BatchCase, frozen: Frozen): Promise<BatchResult> {
  batch.enter('PAYING');
  await waitFor(batch, 'BATCH_PAYOUTS', () => new Dispatcher(batch, frozen).payAll());
  return batch.cancellation === undefined
    ? batch.close('DONE')
    : batch.close('CANCELLED', batch.cancellation);
}

/** Begins the chunks of a batch, tells them how to go on, and collects the results of their rows. */
class Dispatcher {
  private readonly chunks: readonly (readonly PayableRow[])[];
  private readonly slots: ConcurrencySlots;

  constructor(
    private readonly batch: BatchCase,
    private readonly frozen: Frozen,
  ) {
    this.chunks = sliced(batch.rows.payable, CHUNK_ROWS);
    this.slots = new ConcurrencySlots(batch.input.concurrency);
    setHandler(chunkReportSignal, (report) => this.onReport(report));
  }

  /** An interrupted chunk is run again when a person says so, and finds the payouts it has started. */
  async payAll(): Promise<void> {
    void this.keepControlling();
    let due = this.chunks.map((_, index) => index + 1);
    while (due.length > 0) {
      due = await this.run(due);
      if (due.length > 0) await this.askForRetry(due.length);
    }
  }

  /** Runs these chunks, one after the other as slots become free; cancelled ones start nothing. @returns those that were interrupted */
  private async run(due: readonly number[]): Promise<number[]> {
    const followed: Promise<number[]>[] = [];
    for (const number of due) {
      await condition(() => this.isCancelled || (!this.batch.isPaused && this.slots.mayBegin));
      followed.push(this.follow(this.slots.begin(number)));
    }
    return (await Promise.all(followed)).flat();
  }

  private get isCancelled(): boolean {
    return this.batch.cancellation !== undefined;
  }

  private async follow(chunk: BegunChunk): Promise<number[]> {
    let interrupted: number[] = [];
    try {
      this.batch.rows.enterResults(await this.resultsOf(chunk));
    } catch (error) {
      if (!isInterrupted(error)) throw error;
      interrupted = [chunk.number];
    }
    chunk.end();
    this.showCounts();
    return interrupted;
  }

  private async resultsOf(chunk: BegunChunk): Promise<RowResult[]> {
    const workflowId = batchChunkId(this.batch.input.reference, chunk.number);
    const { root } = this.batch.commands.acts;
    const child = await startChild<typeof batchChunkWorkflow>(workflowTypes.batchChunk, {
      workflowId,
      args: (await vouched(root, [{ workflowId, input: this.inputOf(chunk) }])) as [ChunkInput],
      taskQueue: workflowInfo().taskQueue,
    });
    chunk.isReachable = true;
    return child.result();
  }

  private inputOf(chunk: BegunChunk): ChunkInput {
    const { input, clock } = this.batch;
    return {
      batch: input.reference,
      chunk: chunk.number,
      createdBy: input.createdBy,
      purpose: input.purpose,
      approvedUntil: this.batch.approval.until,
      makers: this.frozen.head.makers,
      approved: { ...this.frozen, approvals: this.batch.approval.proofs },
      sourceAccountNumber: input.source.accountNumber,
      clock,
      control: chunk.control(this.wish),
      rows: this.chunks[chunk.number - 1] ?? [],
    };
  }

  /** Tells the one chunk that still starts payouts about more slots, or about people's decisions. */
  private async keepControlling(): Promise<never> {
    // Ends with the workflow.
    for (;;) {
      await condition(() => this.chunkToTell !== undefined);
      const chunk = this.chunkToTell;
      if (!chunk) continue;
      chunk.grant(this.slots.free);
      const handle = getExternalWorkflowHandle(batchChunkId(this.batch.input.reference, chunk.number));
      // A chunk that has just ended needs no control.
      await handle.signal(chunkControlSignal, chunk.control(this.wish)).catch(() => undefined);
    }
  }

  private get chunkToTell(): BegunChunk | undefined {
    const { starting } = this.slots;
    if (!starting?.isReachable) return undefined;
    return this.slots.free > 0 || !starting.isToldOf(this.wish) ? starting : undefined;
  }

  private get wish(): Omit<ChunkControl, 'slots'> {
    return { paused: this.batch.isPaused, cancelled: this.isCancelled };
  }

  private onReport(report: unknown): void {
    if (!isChunkReport(report) || !this.slots.take(report)) return;
    this.showCounts();
    this.tellOfSlowRows();
  }

  /** Once nothing is left but payouts that take long, a person should look at them. */
  private tellOfSlowRows(): void {
    const slow = this.slots.slowRowsLeft(this.chunks.length);
    if (!slow || this.batch.attention) return;
    const cause = `what is left takes long, or needs a person: ${rowsText(slow)}; their own cases tell more`;
    this.batch.raiseAttention(cause, []);
  }

  private showCounts(): void {
    this.batch.showCounts((status) => this.slots.count(status));
  }

  private async askForRetry(count: number): Promise<void> {
    const [parts, them] = count === 1 ? ['part of the batch was', 'it'] : ['parts of the batch were', 'them'];
    const cause = `${count} ${parts} ended by force, or an earlier run of the batch still carries ${them} out`;
    this.batch.raiseAttention(cause, this.batch.remedies);
    const { isCancelled } = this;
    await firstOf(
      () => this.batch.askForRetry(),
      () => condition(() => this.isCancelled !== isCancelled),
    );
    this.batch.settleAttention();
  }
}

/** The chunk was ended by force, or a chunk that an ended run of this batch began is still there. */
const isInterrupted = (error: unknown) =>
  error instanceof ChildWorkflowFailure || error instanceof WorkflowExecutionAlreadyStartedError;
