import type { Client } from '@temporalio/client';
import type { ProvenPayout } from '../../test/support/activities/gate';
import { foreignWorkflow } from './foreign-workflow';

export const FOREIGN_QUEUE = 'foreign';

/**
 * One try to have a payout sent without authority, or twice. Whether it was taken, by what its sender sees. `committed`
 * says how often the bank has paid under a reference.
 */
export type Attempt = (
  client: Client,
  payout: ProvenPayout,
  committed: (reference: string) => number,
) => Promise<boolean>;

/** Has a workflow of another program schedule an activity of ours, under any id. */
export const scheduleForeign = async (
  client: Client,
  workflowId: string,
  activity: string,
  args: unknown[],
): Promise<boolean> =>
  (await client.workflow.execute(foreignWorkflow, {
    workflowId,
    taskQueue: FOREIGN_QUEUE,
    args: [activity, args],
  })) === 'sent';

/** Has it send the payout, under the id that the payout's own case would have. */
export const sendForeign = (client: Client, workflowId: string, args: unknown[]): Promise<boolean> =>
  scheduleForeign(client, workflowId, 'createPayout', args);

export const succeeded = (outcome: Promise<unknown>): Promise<boolean> =>
  outcome.then(
    () => true,
    () => false,
  );
