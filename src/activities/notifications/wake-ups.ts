import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { REAL_TIME } from '../../domain/time/clock';
import { workflowIds } from '../../domain/wire/workflow-ids';
import { reopenReversed, type ReopeningTerms } from './reopening';
import { notify } from './notify';

/** Wakes the cases that a money event belongs to. A second wake-up is harmless: the case reads the truth at the bank. */
export interface WakeUps {
  /** A payout or a flush: both share one name space of references. With `cameBack`, a paid one is reopened. */
  wakePayout(input: Notification & { reference: string; cameBack?: boolean }): Promise<Notified>;
  /** Wakes the loans that wait for money on an account; returns their workflow ids. */
  wakeLoans(input: Notification & { accountId: string }): Promise<string[]>;
}

/** Identifies a notification: a case takes each id once. */
interface Notification {
  readonly notificationId: string;
}

/** `ended`: the workflow runs no more. `unknown`: we never had such a workflow. */
interface Notified {
  readonly workflowId: string;
  readonly outcome: 'woken' | 'ended' | 'unknown';
}

/** Most loans that one account may wake: one customer has far fewer. */
const LOANS_MAX = 50;

export const createWakeUps = (
  client: Client,
  terms: Omit<ReopeningTerms, 'notificationId'> = { clock: REAL_TIME },
): WakeUps => ({
  async wakePayout({ reference, cameBack, notificationId }) {
    if (cameBack) return reopened(client, reference, { ...terms, notificationId });
    const payout = await wake(client, workflowIds.payout(reference), notificationId);
    return payout.outcome === 'unknown' ? wake(client, workflowIds.flush(reference), notificationId) : payout;
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

async function reopened(client: Client, reference: string, terms: ReopeningTerms): Promise<Notified> {
  const outcomes = { reopened: 'woken', open: 'woken', settled: 'ended', unknown: 'unknown' } as const;
  const reopening = await reopenReversed(client, reference, terms);
  return { workflowId: workflowIds.payout(reference), outcome: outcomes[reopening] };
}

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
