import { setHandler } from '@temporalio/workflow';
import { batchCommands, type BatchCommands } from '../../domain/batch/commands';
import { sliced } from '../../domain/batch/rows';
import { rowNumbersIn } from '../../domain/batch/row-numbers';
import {
  type ValidationResults,
  countsOf,
  factOf,
  rowStatuses,
  rowsText,
  type RowStatus,
} from '../../domain/batch/validation-results';
import {
  ANY_OTHER,
  approvalAfter,
  approvalFor,
  payoutConfirmation,
  USUAL_PAYOUT_POLICY,
} from '../../domain/payout/policy';
import type { AnyCommand, CommandPolicy, Guards } from '../case/commands/behaviour';
import type { BatchHead } from '../../activities/batch-checks';
import { batchStages, type BatchStage, type BatchResult } from '../../domain/batch/stages';
import { nairaText } from '../../domain/money/amounts';
import { stampDutyKobo } from '../../domain/money/duty';
import { payeesQuery, rowsQuery } from '../../domain/wire/messages';
import { referenceIn } from '../../domain/wire/references';
import { attributeKey } from '../../domain/wire/search-attributes';
import type { BatchFile } from '../../domain/batch/input';
import { editionOf } from '../../domain/case/agreement';
import { CaseApproval } from '../case/agreement';
import { CommandHandler } from '../case/command-handler';
import { SteerableCase } from '../case/steerable-case';
import { inPlace } from '../activity-proxies';
import { RowStates } from './row-states';
import {
  batchContent,
  CHUNK_ROWS,
  type Acceptance,
  type ApprovedBatch,
  type ApprovedChunk,
} from '../../domain/batch/approved-rows';

/** Guards of a batch's commands: once the rest is being cancelled, it takes notes, and `retry` for its parts. */
function guardsOf(batch: BatchCase): Guards<BatchCommands> {
  const now = () => (batch.cancellation === undefined ? undefined : 'The batch is being cancelled.');
  const names = Object.keys(batchCommands);
  const everyCommand = Object.fromEntries(names.map((name) => [name, { now }])) as Guards<BatchCommands>;
  const ofRows = (refusal: (rows: readonly number[]) => string | undefined) => ({
    now,
    content({ rows: given }: { rows: string }) {
      const { length } = batch.validated.rows;
      const rows = rowNumbersIn(given, length);
      return rows ? refusal(rows) : `the batch has the rows 1-${length}`;
    },
  });
  return {
    ...everyCommand,
    pause: { now: () => (batch.isPaused ? 'The batch is paused already.' : now()) },
    resume: { now: () => (batch.isPaused ? now() : 'The batch is not paused.') },
    approve: { now, content: (command) => batch.approval.refusal(command) },
    acceptRows: ofRows((rows) => batch.validated.notAcceptable(rows)),
    excludeRows: ofRows((rows) => batch.validated.notExcludable(rows)),
    retry: {},
    addNote: {},
  };
}

/** The policy's rules for the commands of a batch; the total of all its rows is at stake. */
const batchCommandPolicy = (batch: BatchCase): CommandPolicy<AnyCommand<BatchCommands>> => {
  const policy = () => ({ ...USUAL_PAYOUT_POLICY, ...(batch.isParsed && batch.input.policy) });
  return {
    roles: (name) => policy().commands[name]?.roles,
    confirmation: (command) => payoutConfirmation(policy(), command, batch.validated.totals.totalKobo),
    approvalAfter: (name) => approvalAfter(policy(), name, batch.validated.totals.totalKobo, ANY_OTHER),
    makers: () => batch.madeBy,
    expiresHours: () => policy().approvalExpiresHours,
  };
};

/** One batch: its rows, its approval as a whole, its commands. */
export class BatchCase extends SteerableCase<BatchStage, BatchCommands, BatchHead, BatchResult> {
  readonly commands: CommandHandler<BatchStage, BatchCommands>;
  readonly remedies = ['retry', 'cancel'];
  rows = new RowStates([]);
  override readonly approval = new CaseApproval(this, 'BATCH_APPROVAL');
  isPaused = false;
  /** The reason for cancelling the payouts that have not been started. */
  cancellation: string | undefined;
  /** People who made or changed the batch: they may not approve it. */
  private readonly makers = new Set<string>();

  constructor(private readonly batchFile: BatchFile) {
    super(batchFile, {
      kind: 'batch',
      reference: referenceIn(batchFile),
      stages: batchStages,
      stageAttribute: 'BatchStage',
    });
    this.commands = new CommandHandler(this, batchCommands, {
      handlers: {
        acceptRows: ({ actor, rows, reason, note }) =>
          this.accept(rowNumbersIn(rows) ?? [], { by: actor, why: reason, note }),
        excludeRows: ({ actor, rows, reason }) => this.exclude(actor, rowNumbersIn(rows) ?? [], reason),
        approve: (command) => this.approval.approve(command),
        reject: ({ reason }) => this.cancel('REJECTED', reason),
        pause: () => void (this.isPaused = true),
        resume: () => void (this.isPaused = false),
        cancel: ({ reason }) => this.cancel('CANCELLED', reason),
      },
      guards: guardsOf(this),
      policy: batchCommandPolicy(this),
    });
    setHandler(rowsQuery, () => this.results());
    setHandler(payeesQuery, (from) => this.rows.payees(from));
  }

  get validated(): ValidationResults {
    return this.rows.validated;
  }

  get madeBy(): readonly string[] {
    return [...this.makers];
  }

  /** How often the bank was asked once more about rows in question: the holders may be others since. */
  override get changes(): number {
    return this.validated.timesAskedAgain;
  }

  override moreAttributes() {
    return [{ key: attributeKey('BatchId'), value: this.definition.reference }];
  }

  parse(): Promise<BatchHead> {
    return inPlace.parseBatchInput(this.batchFile);
  }

  opened(head: BatchHead): void {
    this.makers.add(head.createdBy);
    Object.assign(this.facts, editionOf(head.policy), head.purpose && { purpose: head.purpose });
    this.rows = new RowStates(this.batchFile.payouts);
    const { rows, totalKobo } = this.validated.totals;
    this.note('system', `Batch of ${rows} payouts, ${nairaText(totalKobo)} in all, started`);
    this.showTotals();
  }

  async close(stage: BatchStage, reason?: string): Promise<BatchResult> {
    // The parts of a batch have looked themselves.
    if (this.stage !== 'PAYING') await this.findStarted();
    const paid = this.results().filter(({ status }) => status === 'SUCCESS');
    this.facts.paidKobo = paid.reduce(
      (sum, { row }) => sum + (this.validated.rows[row - 1]?.amountKobo ?? 0),
      0,
    );
    this.enter(stage, reason);
    const rows = this.results();
    return {
      reference: this.input.reference,
      stage: stage as BatchResult['stage'],
      ...(reason !== undefined && { reason }),
      totalKobo: this.validated.totals.totalKobo,
      dutyKobo: this.dutyKobo,
      ...editionOf(this.input.policy),
      ...this.approval.agreed,
      counts: countsOf(rows),
      rows,
    };
  }

  /** Shows the number of rows in each status: those that ended, and the others by `running`. */
  showCounts(running: (status: RowStatus) => number): void {
    for (const status of Object.keys(rowStatuses) as RowStatus[]) {
      const count = this.rows.countOf(status) + running(status);
      if (count > 0 || factOf(status) in this.facts) this.facts[factOf(status)] = count;
    }
    this.publish();
  }

  /** Shows how many accounts the bank has resolved, and how many it has refused. */
  showAccounts(): void {
    const { resolved, refused } = this.rows.accounts;
    this.facts.accountsResolved = resolved;
    if (refused > 0 || 'accountsRefused' in this.facts) this.facts.accountsRefused = refused;
    this.publish();
  }

  private results() {
    return this.rows.results(this.ended ? 'CANCELLED' : 'READY');
  }

  /** The stamp duty of the rows that are to be paid, in kobo. */
  private get dutyKobo(): number {
    const { purpose, policy } = this.input;
    return this.validated.included.reduce(
      (sum, { amountKobo }) => sum + stampDutyKobo({ amountKobo, purpose }, policy.stampDuty),
      0,
    );
  }

  private showTotals(): void {
    const { dutyKobo } = this;
    const { rows, totalKobo, largestKobo, beneficiaries } = this.validated.totals;
    const excluded = this.validated.rows.length - rows;
    Object.assign(
      this.facts,
      { rows, totalKobo, dutyKobo, largestKobo, beneficiaries },
      excluded > 0 && { excluded },
    );
    this.publish();
  }

  private accept(rows: readonly number[], acceptance: Acceptance): void {
    this.validated.accept(rows, acceptance);
    this.makers.add(acceptance.by);
    this.note('system', `Accepted ${rowsText(rows)}`);
  }

  private exclude(actor: string, rows: readonly number[], reason: string): void {
    this.validated.exclude(rows, reason);
    this.makers.add(actor);
    this.approval.withdraw();
    this.note('system', `Left out ${rowsText(rows)}`);
    this.showTotals();
  }

  private cancel(stage: BatchStage, reason: string): void {
    this.cancellation = reason;
    if (this.stage !== 'PAYING') this.stop(stage, reason);
  }

  /** Finds the rows whose payouts an earlier run of the batch has started: these go on in any case. */
  private async findStarted(): Promise<void> {
    for (const rows of sliced(this.validated.included, CHUNK_ROWS)) {
      const references = rows.map(({ reference }) => reference);
      const started = await inPlace.findOwnPayouts({ batch: this.input.reference, references });
      this.rows.enterResults(
        rows
          .filter(({ reference }) => started.includes(reference))
          .map(({ row, reference, amountKobo }) => ({ row, reference, amountKobo, status: 'STARTED' })),
      );
    }
    this.showCounts(() => 0);
  }
}

/** The approved batch, and the branches that prove each chunk to be a part of it. */
export type Frozen = Pick<ApprovedChunk, 'head' | 'branches'>;

/** Waits until enough people have approved the batch as it stands. Leaving out rows begins anew. */
export async function approveAsWhole(batch: BatchCase): Promise<Frozen> {
  batch.enter('APPROVAL');
  let approved: Frozen | undefined;
  while (!approved) approved = await obtainApproval(batch);
  return approved;
}

/** `undefined` if the batch was changed meanwhile. */
async function obtainApproval(batch: BatchCase): Promise<Frozen | undefined> {
  const { policy } = batch.input;
  const { decisions } = batch.validated;
  const frozen = await freeze(batch);
  if (batch.validated.decisions !== decisions) return undefined;
  const isApproved = await batch.approval.obtain({
    content: batchContent(frozen.head),
    rule: approvalFor(policy, frozen.head.totalKobo, ANY_OTHER),
    makers: frozen.head.makers,
    expiresHours: policy.approvalExpiresHours,
  });
  return isApproved ? frozen : undefined;
}

/** Everything that must not change once it is approved: the rows with the names in which the accounts are held. */
async function freeze({ facts, input, rows, validated, madeBy }: BatchCase): Promise<Frozen> {
  const { payable } = rows;
  const { totalKobo } = validated.totals;
  for (const [fact, count] of Object.entries(validated.namesInDoubt))
    if (count > 0 || fact in facts) facts[fact] = count;
  const { root, branches } = await inPlace.treeOfRows({ rows: payable });
  const head: ApprovedBatch = {
    batch: input.reference,
    sourceAccountNumber: input.source.accountNumber,
    rows: payable.length,
    totalKobo,
    makers: madeBy,
    root,
  };
  return { head, branches };
}
