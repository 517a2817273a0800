import {
  condition,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  ChildWorkflowCancellationType,
  setHandler,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import {
  ApplicationFailure,
  ChildWorkflowFailure,
  defineSearchAttributeKey,
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common';
import { countsOf, type RowResult } from '../../domain/batch-register';
import type { NumberedRow } from '../../domain/batch-rows';
import { pollDelay, type Clock } from '../../domain/clock';
import { INVALID_INPUT } from '../../domain/failure-kinds';
import { nairaText } from '../../domain/money';
import { masked } from '../../domain/personal-data';
import { workflowIds } from '../../domain/references';
import {
  rowsQuery,
  sliceOrdersSignal,
  sliceReportSignal,
  type SliceOrders,
  type SliceReport,
} from '../messages';
import type { PayoutResult } from '../results';
import { earlierPayout } from './checks';

/** A payout that has been on its way for so long no longer keeps others waiting. */
const SLOW_AFTER_MS = 15 * 60_000;

/** Rows that end between two reports to the batch. */
const REPORT_EVERY = 25;

const REASON_MAX = 100;

/** A row whose beneficiary has been resolved. */
export type PayableRow = NumberedRow & { readonly resolvedName: string };

/** A part of a batch that was approved. */
export interface SliceInput {
  readonly batch: string;
  readonly slice: number;
  readonly createdBy: string;
  readonly sourceAccountNumber: string;
  readonly clock: Clock;
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
      this.follow(row).then((end) => {
        this.moving.delete(row.row);
        this.settle(row, end);
      }),
    );
  }

  /** Whatever happens to a payout is a result of its row; nothing here may end the others. */
  private async follow(row: PayableRow): Promise<RowEnd> {
    try {
      const payout = await startPayout(this.input, row);
      return endOf((await payout.result()) as PayoutResult);
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return this.followEarlier(row);
      if (!(error instanceof ChildWorkflowFailure)) throw error;
      return endByForce(error);
    }
  }

  /** Its workflow id is taken: by an earlier run of this very batch, or by somebody else. */
  private async followEarlier(row: PayableRow): Promise<RowEnd> {
    const { isForeign, result } = await earlierPayout(this.input, row.reference);
    if (isForeign) return { status: 'REFERENCE_USED', reason: 'the reference has been used before' };
    const end = result as PayoutResult | undefined;
    if (!end) return { status: 'UNDECIDED', reason: 'the payout was ended by force' };
    return isSame(end, row)
      ? endOf(end)
      : { status: 'REFERENCE_USED', reason: 'the reference has been used for another amount or beneficiary' };
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

type RowEnd = Omit<RowResult, 'row' | 'reference' | 'amountKobo'>;

const batchKey = defineSearchAttributeKey('BatchId', 'KEYWORD');
const statusKey = defineSearchAttributeKey('PayoutStatus', 'KEYWORD');

/** The payout's id is its reference: Temporal starts it once, however often a slice is run. It outlives its slice. */
function startPayout(slice: SliceInput, row: PayableRow) {
  const { reference, amountKobo, bankCode, bankName, accountNumber, accountName, remark, resolvedName } = row;
  const payout = {
    reference,
    createdBy: slice.createdBy,
    amountKobo,
    source: { accountNumber: slice.sourceAccountNumber },
    beneficiary: { bankCode, bankName, accountNumber, accountName },
    remark,
    clock: slice.clock,
  };
  return startChild('payoutWorkflow', {
    workflowId: workflowIds.payout(reference),
    args: [payout, { accountName: resolvedName }],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: ParentClosePolicy.ABANDON,
    cancellationType: ChildWorkflowCancellationType.ABANDON,
    staticSummary: `Payout of ${nairaText(amountKobo)}`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: batchKey, value: slice.batch },
      { key: statusKey, value: 'PREPARING' },
    ]),
    taskQueue: workflowInfo().taskQueue,
  });
}

const isSame = ({ amountKobo, beneficiary }: PayoutResult, row: PayableRow): boolean =>
  amountKobo === row.amountKobo &&
  beneficiary.bankCode === row.bankCode &&
  beneficiary.accountNumber === row.accountNumber;

const endOf = ({ status, feeKobo, uniqueRef, reason }: PayoutResult): RowEnd => ({
  status,
  ...(feeKobo !== undefined && { feeKobo }),
  ...(uniqueRef !== undefined && { uniqueRef }),
  ...(reason !== undefined && { reason: masked(reason).slice(0, REASON_MAX) }),
});

/** An input that makes no sense was never sent. Of anything else only the service can tell what became. */
function endByForce({ cause }: ChildWorkflowFailure): RowEnd {
  const isInvalid = cause instanceof ApplicationFailure && cause.type === INVALID_INPUT;
  return isInvalid
    ? { status: 'CANCELLED', reason: 'the payout refused its input; nothing was sent' }
    : { status: 'UNDECIDED', reason: 'the payout was ended by force' };
}
