import { CancellationScope, isCancellation, setHandler } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { BatchHead } from '../../activities/batch-checks';
import { objectionTo, type Approval } from '../../domain/approvals';
import { batchCommands, type BatchCommands } from '../../domain/batch-commands';
import { BatchRegister, countsOf, rowsText, type RowResult } from '../../domain/batch-register';
import type { BatchRow } from '../../domain/batch-rows';
import { batchStages, type BatchStage } from '../../domain/batch-states';
import { nairaText } from '../../domain/money';
import { referenceIn } from '../../domain/references';
import { rowNumbersIn } from '../../domain/row-numbers';
import type { BatchFile } from '../../input/batch-input';
import { Case } from '../case/case';
import { CommandDesk } from '../case/desk';
import type { Steerable } from '../case/steps';
import { rowsQuery } from '../messages';
import type { BatchResult } from '../results';
import { inPlace } from './checks';

type BatchCommand = Parameters<CommandDesk<BatchStage, BatchCommands>['objection']>[0];

const batchKey = defineSearchAttributeKey('BatchId', 'KEYWORD');

/** Ends a batch before anything was paid. */
class NothingPaid extends Error {
  constructor(
    readonly stage: 'REJECTED' | 'CANCELLED',
    readonly reason: string,
  ) {
    super('nothing was paid');
  }
}

/** The state of one batch: its case file, its messages, and the register of its rows. */
export class BatchCase implements Steerable {
  readonly file: Case<BatchStage>;
  readonly desk: CommandDesk<BatchStage, BatchCommands>;
  readonly remedies = ['retry', 'cancel'];
  recheckAsked = false;
  register = new BatchRegister([]);
  /** Names in which accounts are held, by beneficiary. */
  readonly names = new Map<string, string>();
  /** Who made or changed the batch: they may not approve it. */
  readonly authors = new Set<string>();
  /** What is to be approved now, and who has; none while it is being frozen. */
  approval: Approval | undefined;
  paused = false;
  /** Set once what has not been started is not to be paid any more. */
  cancelled: string | undefined;
  /** What has become of rows that were started, by number. */
  readonly results = new Map<number, RowResult>();
  private parsed: BatchHead | undefined;
  private readonly stages = new CancellationScope();
  private end: NothingPaid | undefined;

  constructor(private readonly given: BatchFile) {
    this.file = new Case<BatchStage>({
      kind: 'batch',
      reference: referenceIn(given),
      stages: batchStages,
      first: 'CHECKING',
      stageAttribute: 'BatchStage',
    });
    this.file.moreAttributes = () => [{ key: batchKey, value: this.file.definition.reference }];
    this.desk = new CommandDesk(this.file, batchCommands, {
      acceptRows: ({ actor, rows }) => this.accept(actor, rowNumbersIn(rows) ?? []),
      excludeRows: ({ actor, rows, reason }) => this.exclude(actor, rowNumbersIn(rows) ?? [], reason),
      approve: ({ actor }) => this.approve(actor),
      reject: ({ reason }) => this.stop('REJECTED', reason),
      pause: () => void (this.paused = true),
      resume: () => void (this.paused = false),
      cancel: ({ reason }) => this.cancel(reason),
      addNote: ({ actor, text }) => this.file.note(actor, 'Note', text),
    });
    this.desk.veto = (name) => this.veto(name);
    this.desk.objection = (command) => this.objection(command);
    setHandler(rowsQuery, () => this.rows);
  }

  get head(): BatchHead {
    if (!this.parsed) throw new Error('the batch has not been parsed yet');
    return this.parsed;
  }

  /** Every row, with its result, or how it stands. */
  get rows(): RowResult[] {
    return this.register.rows.map(({ row, reference, amountKobo }) => {
      const exclusion = this.register.exclusionOf(row);
      const standing: Pick<RowResult, 'status' | 'reason'> =
        exclusion === undefined ? this.standingOf(row) : { status: 'EXCLUDED', reason: exclusion };
      return this.results.get(row) ?? { row, reference, amountKobo, ...standing };
    });
  }

  askForRetry(): Promise<unknown> {
    return this.desk.ask('retry');
  }

  /** Parses the input, then runs the stages; a batch of which nothing was paid ends here as a result. */
  async run(steps: () => Promise<BatchResult>): Promise<BatchResult> {
    try {
      // Not to be cancelled: without a parsed input there is nothing to end with.
      this.begin(await CancellationScope.nonCancellable(() => inPlace.parseBatchInput(this.given)));
      return await this.stages.run(steps);
    } catch (error) {
      const end = isCancellation(error) ? this.end : undefined;
      if (!end) throw error;
      return this.close(end.stage, end.reason);
    }
  }

  /** Closes the case with a result. */
  close(stage: BatchResult['stage'], reason?: string): BatchResult {
    this.file.enter(stage, reason);
    const { rows } = this;
    const { totalKobo } = this.register.totals;
    const why = reason === undefined ? {} : { reason };
    return { reference: this.head.reference, stage, ...why, totalKobo, counts: countsOf(rows), rows };
  }

  /** Shows what the batch comes to now. */
  showTotals(): void {
    const { rows, totalKobo, largestKobo, beneficiaries } = this.register.totals;
    Object.assign(this.file.facts, { rows, totalKobo, largestKobo, beneficiaries });
    const excluded = this.register.rows.length - rows;
    if (excluded > 0) this.file.facts.excluded = excluded;
    this.file.publish();
  }

  private begin(head: BatchHead): void {
    this.parsed = head;
    this.file.clock = head.clock;
    this.authors.add(head.createdBy);
    this.register = new BatchRegister(this.given.payouts.map(trimmed));
    const { rows, totalKobo } = this.register.totals;
    this.file.note('system', `Batch of ${rows} payouts, ${nairaText(totalKobo)} in all, started`);
    this.showTotals();
  }

  private standingOf(row: number): Pick<RowResult, 'status' | 'reason'> {
    const open = this.register.questionsAbout(row);
    const neverStarted = this.file.ended ? 'CANCELLED' : 'READY';
    return { status: neverStarted, ...(open !== '' && { reason: open }) };
  }

  private veto(name: string): string | undefined {
    if (name === 'pause' && this.paused) return 'The batch is paused already.';
    if (name === 'resume' && !this.paused) return 'The batch is not paused.';
    return this.cancelled === undefined || name === 'addNote' ? undefined : 'The batch is being cancelled.';
  }

  private objection(command: BatchCommand): string | undefined {
    if (command.name === 'approve')
      return this.approval
        ? objectionTo(this.approval, command)
        : 'the batch is just being frozen; look again';
    if (command.name !== 'acceptRows' && command.name !== 'excludeRows') return undefined;
    const rows = rowNumbersIn(command.rows, this.register.rows.length);
    if (!rows) return `the batch has the rows 1-${this.register.rows.length}`;
    return command.name === 'acceptRows'
      ? this.register.notAcceptable(rows)
      : this.register.notExcludable(rows);
  }

  private accept(actor: string, rows: readonly number[]): void {
    this.register.accept(rows);
    this.authors.add(actor);
    this.file.note('system', `Accepted ${rowsText(rows)}`);
  }

  private exclude(actor: string, rows: readonly number[], reason: string): void {
    this.register.exclude(rows, reason);
    this.authors.add(actor);
    this.approval = undefined;
    this.file.note('system', `Left out ${rowsText(rows)}`);
    this.showTotals();
  }

  private approve(actor: string): void {
    if (!this.approval) return;
    this.approval = { ...this.approval, approvers: [...this.approval.approvers, actor] };
    this.file.facts.approvals = this.approval.approvers.length;
  }

  private cancel(reason: string): void {
    if (this.file.stage === 'PAYING') this.cancelled = reason;
    else this.stop('CANCELLED', reason);
  }

  private stop(stage: NothingPaid['stage'], reason: string): void {
    this.end = new NothingPaid(stage, reason);
    this.stages.cancel();
  }
}

/** The schema ignores spaces around a text; so do we. */
const trimmed = (row: BatchRow): BatchRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as unknown as BatchRow;
