import type { Client } from '@temporalio/client';
import { WORKFLOW_QUEUE } from '../domain/task-queues';
import { StarterError } from './exit-codes';

/** A worker asks for work at least once a minute; who has not for longer is gone. */
const ASKED_WITHIN_MS = 70_000;

/** Whether some worker has lately asked for workflow tasks. */
async function hasWorker(client: Client): Promise<boolean> {
  const { namespace } = client.options;
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: WORKFLOW_QUEUE },
  });
  const askedAt = pollers.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
  return askedAt.some((at) => Date.now() - at < ASKED_WITHIN_MS);
}

/** Why nobody answers, as far as it can be told. */
export async function silenceText(client: Client): Promise<string> {
  return (await hasWorker(client))
    ? 'No worker answers at the moment.'
    : 'No worker seems to be running. Start one with "npm run worker".';
}

/** The end of a command that got no answer. `more` says what that means for what was asked. */
export const unanswered = async (client: Client, more = ''): Promise<StarterError> =>
  new StarterError('timedOut', `${await silenceText(client)} ${more}`.trim());
