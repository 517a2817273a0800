import type { Client } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { TypedSearchAttributes } from '@temporalio/common';
import { notifiedSignal, returnedSignal } from '../../domain/wire/messages';
import type { Clock } from '../../domain/time/clock';
import type { Return } from '../../domain/reconciliation/ledger';
import { isReference } from '../../domain/wire/references';
import { caseId } from '../../domain/wire/workflow-ids';
import { isBegun, latestRun, unlessGone, unlessNotFound } from '../../temporal/runs';
import type { Proof } from '../../domain/case/proof';
import { newReturns, type ReturnedMoney } from '../../domain/payout/returned-money';
import type { PayoutResult } from '../../domain/payout/stages';
import { WORKFLOW_QUEUE } from '../../domain/wire/task-queues';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { attributeKey } from '../../domain/wire/search-attributes';

/**
 * Sends a case the wake-up signal; false when no workflow runs under this id. The server takes a notification id once
 * for each case, however often a killed worker or an overloaded server has it sent again.
 */
async function notify(client: Client, workflowId: string, notificationId: string): Promise<boolean> {
  const { namespace, identity } = client.options;
  const sent = client.workflowService.signalWorkflowExecution({
    namespace,
    identity,
    workflowExecution: { workflowId },
    signalName: notifiedSignal.name,
    requestId: notificationId,
  });
  return (await sent.catch(unlessNotFound)) !== undefined;
}

/** Identifies a notification: a case takes each id once. */
interface Notification {
  readonly notificationId: string;
}

/** `ended`: the workflow no longer runs. `unknown`: we never had such a workflow. */
interface Notified {
  readonly workflowId?: string;
  readonly outcome: 'woken' | 'ended' | 'unknown';
}

/** Most loans that one account may wake: one customer has far fewer. */
const LOANS_MAX = 50;

export type WakeUps = ReturnType<typeof createWakeUps>;

/** Wakes the cases that a money event belongs to. A second wake-up is harmless: the case reads the truth at the bank. */
export const createWakeUps = (client: Client, terms: Omit<ReopeningTerms, 'notificationId'>) => ({
  /** Wakes the first of some references that is a payout's or a flush's: both share one name space. */
  async wakePayout({
    references,
    notificationId,
  }: Notification & { references: readonly string[] }): Promise<Notified> {
    for (const reference of references.filter(isReference))
      for (const workflowId of [caseId('payout', reference), caseId('flush', reference)]) {
        const payout = await wake(client, workflowId, notificationId);
        if (payout.outcome !== 'unknown') return payout;
      }
    return { outcome: 'unknown' };
  },

  /** Tells or reopens payouts whose money may have come back. @returns the workflow ids that look now */
  async wakeReturned({ returns, notificationId }: Notification & { returns: readonly Return[] }) {
    const woken: string[] = [];
    for (const { references, evidence } of returns) {
      const reference = await reopenFirst(client, references, { ...terms, notificationId, evidence });
      if (reference !== undefined) woken.push(caseId('payout', reference));
    }
    return woken;
  },

  /** Wakes the loans that wait for money on an account; returns their workflow ids. */
  async wakeLoans({ accountId, notificationId }: Notification & { accountId: string }) {
    const woken: string[] = [];
    for (const workflowId of await loansWaitingOn(client, accountId)) {
      const { outcome } = await wake(client, workflowId, notificationId);
      if (outcome === 'woken') woken.push(workflowId);
    }
    return woken;
  },
});

/** Temporal's index lags behind: a loan that it does not list yet finds the money by its own poll. */
async function loansWaitingOn(client: Client, accountId: string): Promise<string[]> {
  if (!/^[\w-]{1,64}$/.test(accountId)) return [];
  const query = `AccountId = "${accountId}" AND ExecutionStatus = "Running" AND LoanStage IN ("DISBURSEMENT", "CLOSING", "REPAYING", "ARREARS")`;
  const found: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query, pageSize: LOANS_MAX })) {
    found.push(workflowId);
    if (found.length === LOANS_MAX) break;
  }
  return found;
}

async function wake(client: Client, workflowId: string, notificationId: string): Promise<Notified> {
  if (await notify(client, workflowId, notificationId)) return { workflowId, outcome: 'woken' };
  return { workflowId, outcome: (await latestRun(client, workflowId)) ? 'ended' : 'unknown' };
}

/**
 * `open`: it is under way and was told. `settled`: it had not ended as paid, or the evidence is not about it, or was
 * looked into before. `unknown`: no case has this reference.
 */
type Reopening = 'reopened' | 'open' | 'settled' | 'unknown';

/** The clock of a reopened case, and the proof that a worker has begun it. */
export interface ReopeningTerms {
  readonly clock: Clock;
  readonly vouch?: ((workflowId: string, input: object) => Proof | undefined) | undefined;
  readonly notificationId?: string;
  /** The evidence that money came back; without any, only the bank is asked. */
  readonly evidence?: readonly ReturnedMoney[];
}

/**
 * Reopens a payout, or a flush, that had ended as paid and may have been reversed since; one that is under way is told.
 * Any reader of the bank may call it, however often. The case keeps the evidence beside what the bank says.
 */
export async function reopenReversed(
  client: Client,
  reference: string,
  terms: ReopeningTerms,
): Promise<Reopening> {
  let reopening: Reopening = 'unknown';
  // A payout that was never sent leaves its reference to a flush.
  for (const workflowId of [caseId('payout', reference), caseId('flush', reference)]) {
    const run = await latestRun(client, workflowId);
    if (!run) continue;
    if (run.status.name === 'RUNNING') return tell(client, reference, workflowId, terms);
    reopening = run.status.name === 'COMPLETED' ? await reopen(client, reference, run, terms) : 'settled';
    if (reopening === 'reopened' || reopening === 'open') return reopening;
  }
  return reopening;
}

/** The same for the first reference that is a payout's or a flush's. @returns it, if a case looks now */
export async function reopenFirst(client: Client, references: readonly string[], terms: ReopeningTerms) {
  for (const reference of references.filter(isReference)) {
    const reopening = await reopenReversed(client, reference, terms);
    if (reopening !== 'unknown') return reopening === 'settled' ? undefined : reference;
  }
  return undefined;
}

async function reopen(
  client: Client,
  reference: string,
  { workflowId, runId }: { readonly workflowId: string; readonly runId: string },
  terms: ReopeningTerms,
): Promise<Reopening> {
  const { clock, vouch, evidence = [] } = terms;
  // Another look may have reopened it meanwhile: the end of that run can be days away.
  const ended = (await client.workflow.getHandle(workflowId, runId).result()) as PayoutResult;
  const fresh = newReturns(evidence, ended.sourceAccountNumber, ended.returned);
  const isLookedInto = evidence.length > 0 && fresh.length === 0;
  if (ended.status !== 'SUCCESS' || isLookedInto) return 'settled';
  const input = { ended, clock, evidence: fresh };
  const under = vouch?.(workflowId, input);
  const stage = { key: attributeKey('PayoutStatus'), value: 'REOPENED' };
  const starting = client.workflow.start(workflowTypes.reopenedPayout, {
    workflowId,
    taskQueue: WORKFLOW_QUEUE,
    args: [under ? { ...input, under } : input],
    staticSummary: 'A paid payout that may have been reversed',
    typedSearchAttributes: new TypedSearchAttributes([stage]),
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
  return (await isBegun(starting)) ? 'reopened' : tell(client, reference, workflowId, terms);
}

/** Tells a case that is under way; one that has ended in the meantime is looked at again. */
async function tell(client: Client, reference: string, workflowId: string, terms: ReopeningTerms) {
  const { notificationId = randomUUID(), evidence = [] } = terms;
  const handle = client.workflow.getHandle(workflowId);
  try {
    for (const returned of evidence) await handle.signal(returnedSignal, returned);
  } catch (error) {
    unlessGone(error);
    return reopenReversed(client, reference, terms);
  }
  return (await notify(client, workflowId, notificationId))
    ? 'open'
    : reopenReversed(client, reference, terms);
}
