import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import type { LoanResult } from '../../domain/loan/stages';
import type { PayoutResult } from '../../domain/payout/stages';
import { businessNow, realInstant, type Clock } from '../../domain/time/clock';
import type { OwnMovement } from '../../domain/reconciliation/statement';
import { chargesQuery } from '../../domain/wire/messages';
import { isReference } from '../../domain/wire/references';
import { loanOfCharge } from '../../domain/repayment/charge';
import { caseId } from '../../domain/wire/workflow-ids';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { each, latestRun } from '../../temporal/runs';

/** The fields of a run that both the index and a description have. */
type Run = Pick<WorkflowExecutionInfo, 'workflowId' | 'runId' | 'status' | 'startTime' | 'closeTime'>;

const { payout, flush, adoptedPayout, reopenedPayout } = workflowTypes;
/** The last is opened when a payout that had succeeded may have come back. */
const PAYING = [payout, flush, adoptedPayout, reopenedPayout];
/** How many of the latest payouts show which accounts are paid from. */
const RUNS_MAX = 200;

/** Our own record of the money that moved. */
export type OwnLedger = Pick<LedgerReader, 'accountsUntil' | 'endedBetween' | 'named'>;

/** Reads the ledger from Temporal, without a call of the bank. */
export class LedgerReader {
  constructor(
    private readonly client: Client,
    private readonly clock: Clock,
  ) {}

  /** Payouts and flushes that ended in a stretch of business time, as the index shows them: it lags a moment behind. */
  async endedBetween(fromAt: string, toAt: string): Promise<OwnMovement[]> {
    return each(await this.latestRuns(fromAt, toAt), (run) => this.movementOf(run));
  }

  /** The accounts that the latest payouts before a business instant were sent from, however long ago. */
  async accountsUntil(toAt: string): Promise<string[]> {
    const latest = await this.latestRuns(undefined, toAt, RUNS_MAX);
    const ended = await each(latest, (run) => this.movementOf(run));
    return [...new Set(ended.flatMap(({ account }) => account ?? []))];
  }

  private async latestRuns(fromAt: string | undefined, toAt: string, most = Infinity): Promise<Run[]> {
    const types = PAYING.map((type) => `"${type}"`).join(', ');
    const from = fromAt === undefined ? '' : ` AND CloseTime >= "${this.real(fromAt)}"`;
    const query = `WorkflowType IN (${types})${from} AND CloseTime < "${this.real(toAt)}"`;
    const latest = new Map<string, Run>();
    for await (const run of this.client.workflow.list({ query })) {
      if (latest.size >= most) break;
      const other = latest.get(run.workflowId);
      if (!other || other.startTime < run.startTime) latest.set(run.workflowId, run);
    }
    return [...latest.values()];
  }

  /** The movements under these references, each read by its id, which does not lag; no unknown ones. */
  async named(references: readonly string[]): Promise<OwnMovement[]> {
    const found = await each(references.filter(isReference), (reference) => this.lookUp(reference));
    return found.filter((movement) => movement !== undefined);
  }

  private async lookUp(reference: string): Promise<OwnMovement | undefined> {
    let found: OwnMovement | undefined;
    for (const id of [caseId('payout', reference), caseId('flush', reference)]) {
      const run = await latestRun(this.client, id);
      if (run && isUnsent(found)) found = await this.movementOf(run);
    }
    return found ?? this.charge(reference);
  }

  private async movementOf(run: Run): Promise<OwnMovement> {
    const { workflowId, runId, status, startTime, closeTime } = run;
    const reference = workflowId.slice(workflowId.indexOf(':') + 1);
    const times = {
      startedAt: this.business(startTime),
      ...(closeTime && { endedAt: this.business(closeTime) }),
    };
    const unsettled = { reference, amountKobo: 0, ...times };
    if (status.name === 'RUNNING') return { ...unsettled, status: 'RUNNING' };
    if (status.name !== 'COMPLETED') return { ...unsettled, status: 'STOPPED' };
    const ended = (await this.client.workflow.getHandle(workflowId, runId).result()) as PayoutResult;
    const { amountKobo, feeKobo, uniqueRef, sourceAccountNumber: account } = ended;
    return { ...unsettled, status: ended.status, amountKobo, feeKobo, uniqueRef, account };
  }

  /** A repayment that we charged to a borrower's account. */
  private async charge(reference: string): Promise<OwnMovement | undefined> {
    const loanReference = loanOfCharge(reference);
    const loan =
      loanReference === undefined ? undefined : await latestRun(this.client, caseId('loan', loanReference));
    if (loan?.status.name !== 'COMPLETED') return undefined;
    const ended = (await this.client.workflow.getHandle(loan.workflowId).result()) as LoanResult;
    const { repaymentWorkflowId } = ended;
    if (repaymentWorkflowId === undefined) return undefined;
    const charges = await this.client.workflow.getHandle(repaymentWorkflowId).query(chargesQuery);
    const taken = charges.find((charge) => charge.reference === reference);
    return taken && { ...taken, status: 'SUCCESS' };
  }

  private real(at: string): string {
    return new Date(realInstant(this.clock, Date.parse(at))).toISOString();
  }

  private business(at: Date): string {
    return new Date(businessNow(this.clock, at.getTime())).toISOString();
  }
}

/** A payout that was never sent leaves its reference to a flush. */
const isUnsent = (found?: OwnMovement) =>
  found === undefined || found.status === 'CANCELLED' || found.status === 'STOPPED';
