import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { REAL_TIME } from '../../domain/time/clock';
import type { Return } from '../../domain/reconciliation/returns';
import { isReference } from '../../domain/wire/references';
import { caseId } from '../../domain/wire/workflow-ids';
import { reopenFirst, type ReopeningTerms } from './reopening';
import { notify } from './notify';

/** Wakes the cases that a money event belongs to. A second wake-up is harmless: the case reads the truth at the bank. */
export interface WakeUps {
  /** The first of some references that is a payout's or a flush's: both share one name space. */
  wakePayout(input: Notification & { references: readonly string[] }): Promise<Notified>;
  /** Payouts whose money may have come back: a paid one is reopened. Returns the workflow ids of those that look now. */
  wakeReturned(input: Notification & { returns: readonly Return[] }): Promise<string[]>;
  /** Wakes the loans that wait for money on an account; returns their workflow ids. */
  wakeLoans(input: Notification & { accountId: string }): Promise<string[]>;
}

/** Identifies a notification: a case takes each id once. */
interface Notification {
  readonly notificationId: string;
}

/** `ended`: the workflow runs no more. `unknown`: we never had such a workflow. */
interface Notified {
  readonly workflowId?: string;
  readonly outcome: 'woken' | 'ended' | 'unknown';
}

/** Most loans that one account may wake: one customer has far fewer. */
const LOANS_MAX = 50;

export const createWakeUps = (
  client: Client,
  terms: Omit<ReopeningTerms, 'notificationId'> = { clock: REAL_TIME },
): WakeUps => ({
  async wakePayout({ references, notificationId }) {
    for (const reference of references.filter(isReference))
      for (const workflowId of [caseId('payout', reference), caseId('flush', reference)]) {
        const payout = await wake(client, workflowId, notificationId);
        if (payout.outcome !== 'unknown') return payout;
      }
    return { outcome: 'unknown' };
  },

  async wakeReturned({ returns, notificationId }) {
    const woken = [];
    for (const { references, evidence } of returns) {
      const reference = await reopenFirst(client, references, { ...terms, notificationId, evidence });
      if (reference !== undefined) woken.push(caseId('payout', reference));
    }
    return woken;
  },

  async wakeLoans({ accountId, notificationId }) {
    const woken = [];
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
  const query = `AccountId = "${accountId}" AND ExecutionStatus = "Running" AND LoanStage IN ("DISBURSEMENT", "REPAYING", "ARREARS")`;
  const found: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query, pageSize: LOANS_MAX })) {
    found.push(workflowId);
    if (found.length === LOANS_MAX) break;
  }
  return found;
}

async function wake(client: Client, workflowId: string, notificationId: string): Promise<Notified> {
  if (await notify(client, workflowId, notificationId)) return { workflowId, outcome: 'woken' };
  const described = client.workflow.getHandle(workflowId).describe();
  return { workflowId, outcome: (await exists(described)) ? 'ended' : 'unknown' };
}

async function exists(description: Promise<unknown>): Promise<boolean> {
  try {
    await description;
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
