import { isGrpcDeadlineError, WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { REAL_TIME } from '../../src/domain/time/clock';
import type { CommandReceipt } from '../../src/domain/case/commands';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { caseQuery, commandUpdate, rowsQuery } from '../../src/domain/wire/messages';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import type { LoanFile } from '../../src/domain/loan/input';
import { log } from '../report';
import { casesOf, type NewCase } from './cases';
import type { CaseEvidence } from './evidence';
import { hasLostTask } from './lost-task';
import { confirmation, remedy, usualAnswers, type Told } from './operators';
import type { SkippedTime } from './skipped-time';
import type { Trial } from './trial';
import type { LoanResult } from '../../src/domain/loan/stages';

/** After a handover to a new run this server keeps a task that no worker holds: it has to time out soon. */
const TASK_TIMEOUT = '3 seconds';
/** Real time in which a worker that is not stuck answers a query, and how often a busy machine is asked. */
const ANSWER_MS = 20_000;
const ANSWER_ATTEMPTS = 3;
/** Business time between two remedies that people try. */
const PATIENCE_MS = 2 * 3_600_000;

/** A case of a trial, with the people who look after it. */
export class FollowedCase {
  snapshot: CaseSnapshot | undefined;
  /** How often people had to help, beyond what the case asks for on its usual way. */
  helped = 0;
  /** Why a person was needed last. */
  cause = '';
  private taskFailure: string | undefined;
  private isLost = false;
  private readonly told = new Map<string, number>();
  private lastHelpMs = 0;
  private readonly handle: WorkflowHandle;

  constructor(
    readonly one: NewCase,
    private readonly trial: Trial,
    private readonly skipped: SkippedTime,
  ) {
    this.handle = skipped.client.getHandle(one.workflowId);
    if (one.wanted.payee !== undefined) trial.paying.add(one.workflowId);
  }

  get isOver(): boolean {
    return this.snapshot?.ended === true || this.taskFailure !== undefined || this.isLost;
  }

  async start(): Promise<void> {
    const { workflowId, start } = this.one;
    if (!start) return;
    const options = { workflowId, taskQueue: WORKFLOW_QUEUE, workflowTaskTimeout: TASK_TIMEOUT } as const;
    await this.skipped.client.start(start.type, { ...options, args: [start.input] });
  }

  /** A payout that was over may have been reopened by a comparison. */
  async lookAgain(): Promise<void> {
    if (this.one.wanted.payee === undefined || !this.isOver) return;
    const { status } = await this.handle.describe();
    if (status.name === 'RUNNING') this.snapshot = await this.ask();
  }

  /** The cases that begin when this one is over. */
  async followers(): Promise<FollowedCase[]> {
    const next = casesOf(this.trial.plan).filter(({ after }) => after === this.one.name);
    const repayment = await this.repayment();
    return [
      ...(repayment ? [repayment] : []),
      ...next.map((one) => new FollowedCase(one, this.trial, this.skipped)),
    ];
  }

  /** Ends a case that cannot answer, since its task fails again and again; whether it was one. */
  async endIfStuck(): Promise<boolean> {
    if (this.isOver) return false;
    await this.ask();
    if (this.taskFailure === undefined && !this.isLost) return false;
    await this.handle.terminate('its task fails').catch(() => undefined);
    return true;
  }

  /** Looks at the case, and says what it asks for; what needs attention for long, people try to help. */
  async look(): Promise<void> {
    if (this.isOver) return;
    this.snapshot = await this.ask();
    if (!this.snapshot || this.snapshot.ended) return;
    const usual = usualAnswers(this.one, this.snapshot).find(
      ({ command, times = 1 }) => this.timesTold(command) < times,
    );
    if (usual) return this.tell(usual);
    const { nowMs } = this.skipped;
    if (nowMs - this.lastHelpMs < PATIENCE_MS) return;
    const help = remedy(this.one, this.snapshot, this.trial.sandbox.state, (name) => this.timesTold(name));
    if (!help) return;
    this.lastHelpMs = nowMs;
    this.helped += 1;
    this.cause = this.snapshot.attention?.cause ?? '';
    await this.tell(help);
  }

  /**
   * The repayment of a disbursed loan, which begins anew without a parent: when a child ends after its parent, this
   * server's time stands still for good.
   */
  private async repayment(): Promise<FollowedCase | undefined> {
    if (this.snapshot?.stage !== 'DISBURSED' || this.snapshot.kind !== 'loan') return undefined;
    const { loanId, customerId } = (await this.handle.result()) as LoanResult;
    const workflowId = caseId('repayment', String(loanId));
    await this.skipped.client.getHandle(workflowId).terminate('begins anew without a parent');
    const { reference: loanReference, policy } = this.one.start!.input as LoanFile;
    const { repayment } = policy!;
    const input = { loanReference, loanId, customerId, policy: repayment, clock: REAL_TIME };
    const { wanted, name } = this.one;
    const start = { type: workflowTypes.repayment, input };
    const one: NewCase = { name: `repayment of ${name}`, workflowId, wanted, start };
    return new FollowedCase(one, this.trial, this.skipped);
  }

  /** The case as the oracle gets it; nothing when it never began, or the server lost it. */
  async evidence(): Promise<CaseEvidence | undefined> {
    const { taskFailure, one, isLost } = this;
    if (isLost) return undefined;
    const snapshot = this.snapshot ?? (taskFailure === undefined ? undefined : unknownCase(one));
    if (!snapshot) return undefined;
    const { historyLength: events, status } = await this.handle.describe();
    const failure = status.name === 'FAILED' ? 'the workflow failed' : taskFailure;
    const isAsked = snapshot.kind === 'batch' && failure === undefined;
    const rows = isAsked ? await this.handle.query(rowsQuery) : undefined;
    return {
      ...{ workflowId: one.workflowId, wanted: one.wanted, snapshot, events },
      ...(rows && { rows }),
      ...(failure !== undefined && { taskFailure: failure }),
    };
  }

  private timesTold(command: string): number {
    return this.told.get(command) ?? 0;
  }

  /** What the case says of itself; what it said before, when another case has not started it yet. */
  private async ask(attempt = 1): Promise<CaseSnapshot | undefined> {
    try {
      return await this.skipped.client.connection.withDeadline(Date.now() + ANSWER_MS, () =>
        this.handle.query(caseQuery),
      );
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return this.snapshot;
      const { message, cause } = error as Error;
      if (isGrpcDeadlineError(cause) && attempt < ANSWER_ATTEMPTS) return this.ask(attempt + 1);
      const { events } = await this.handle.fetchHistory();
      this.isLost = hasLostTask(events ?? [], this.skipped.nowMs);
      if (this.isLost) log(`  not judged: the test server lost a task of ${this.one.workflowId}`);
      else this.taskFailure = `${message}: ${String(cause)}`;
      return this.snapshot;
    }
  }

  /** Tells the case, and a second person confirms at once what is only proposed by it; a refusal changes nothing. */
  private async tell(told: Told): Promise<void> {
    const { proposed } = (await this.send(told)) ?? {};
    if (proposed !== undefined) await this.send(confirmation(proposed));
  }

  private async send({ command, role, fields }: Told): Promise<CommandReceipt | undefined> {
    const times = this.timesTold(command) + 1;
    this.told.set(command, times);
    const payload = { actor: `${role}-1`, role, requestId: `${command}-${times}`, ...fields };
    return this.skipped.client.connection
      .withDeadline(Date.now() + ANSWER_MS, () =>
        this.handle.executeUpdate(commandUpdate(command), { args: [payload] }),
      )
      .catch(() => undefined);
  }
}

/** What is known of a case that never answered. */
const unknownCase = ({ wanted: { reference } }: NewCase): CaseSnapshot => ({
  ...{ kind: 'loan', reference, stage: 'UNKNOWN', stageTitle: 'Never answered', since: '' },
  ...{ checklist: [], facts: {}, commands: [], timeline: [], ended: false },
});
