import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { REAL_TIME, type Clock } from '../domain/clock';
import { workflowIds } from '../domain/references';
import { reopenReversed } from './reopening';
import { tellNews } from './telling';

/** Telling cases of news. Hearing it twice is harmless: a case reads the truth, and believes nobody. */
export interface Wakes {
  /** With `cameBack`, one that had ended as paid is reopened. A payout or a flush: both draw on one name space of references. */
  wakePayout(input: News & { reference: string; cameBack?: boolean }): Promise<Told>;
  /** The workflows that were told: those that wait for money on an account. */
  wakeLoans(input: News & { accountId: string }): Promise<string[]>;
}

/** Which news it is: a case is told of the same once. */
interface News {
  readonly newsId: string;
}

/** Who was told. `ended`: there is nobody to tell any more. `unknown`: there never was such a one of ours. */
interface Told {
  readonly workflowId: string;
  readonly standing: 'woken' | 'ended' | 'unknown';
}

/** Loans of one customer that may share an account; more than that would be somebody else's mistake. */
const LOANS_MAX = 50;

export const createWakes = (client: Client, clock: Clock = REAL_TIME): Wakes => ({
  async wakePayout({ reference, cameBack, newsId }) {
    if (cameBack) return reopened(client, { reference, newsId }, clock);
    const payout = await tell(client, workflowIds.payout(reference), newsId);
    return payout.standing === 'unknown' ? tell(client, workflowIds.flush(reference), newsId) : payout;
  },

  async wakeLoans({ accountId, newsId }) {
    const woken = [];
    for (const workflowId of await loansWaitingOn(client, accountId)) {
      const { standing } = await tell(client, workflowId, newsId);
      if (standing === 'woken') woken.push(workflowId);
    }
    return woken;
  },
});

async function reopened(
  client: Client,
  { reference, newsId }: News & { reference: string },
  clock: Clock,
): Promise<Told> {
  const standings = { reopened: 'woken', open: 'woken', settled: 'ended', unknown: 'unknown' } as const;
  const reopening = await reopenReversed(client, reference, clock, newsId);
  return { workflowId: workflowIds.payout(reference), standing: standings[reopening] };
}

/** A hint only: what is listed lags behind. Who is missed here finds out by itself, a little later. */
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

async function tell(client: Client, workflowId: string, newsId: string): Promise<Told> {
  if (await tellNews(client, workflowId, newsId)) return { workflowId, standing: 'woken' };
  const described = client.workflow.getHandle(workflowId).describe();
  return { workflowId, standing: (await exists(described)) ? 'ended' : 'unknown' };
}

async function exists(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
