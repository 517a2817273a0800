import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { connectClient, temporalTarget } from '../temporal/connection';
import { readSigningKey } from '../authority/person-key';
import { readConfig } from '../config/read-config';
import { RequestError } from './request-error';
import { runningStack } from '../temporal/running-stack';
import { signWith, type MissingKey, type Signer } from './signing';

/** Runs something with a client, which signs where a key is configured, and closes its connection whatever happens. */
export async function withClient<R>(use: (client: Client) => Promise<R>): Promise<R> {
  const signer = configuredSigner();
  const client = signWith(await connectClient(temporalTarget({ asksStack: true })), signer);
  try {
    return await use(client);
  } finally {
    await client.connection.close();
  }
}

/**
 * The key that `STARTER_KEY` names, or that of the stack which runs on this machine; `undefined` if workers take what is not
 * signed. @throws KeyFileError
 */
export function configuredSigner(): Signer | MissingKey | undefined {
  const { signing, authorityMode } = readConfig(['signing', 'authorityMode']);
  const { keyFile, actor, bankEnvironment } = signing;
  if (keyFile !== undefined) return { key: readSigningKey(keyFile), bankEnvironment, person: actor };
  if (authorityMode.mode === 'open') return undefined;
  const stack = runningStack(temporalTarget({ asksStack: true }).connectionOptions.address);
  if (!stack) return 'none';
  const { signing: ofStack } = stack;
  return ofStack && { ...ofStack, key: readSigningKey(ofStack.keyFile), person: actor ?? ofStack.actor };
}

/** A worker asks for work at least once a minute; a worker that has not for longer is gone. */
const ASKED_WITHIN_MS = 70_000;

/** How many workers have lately asked for the work of a task queue: for workflow tasks, or for those of activities. */
export async function workersOn(
  client: Client,
  name: string,
  of: 'workflows' | 'activities',
): Promise<number> {
  const { TASK_QUEUE_TYPE_WORKFLOW: WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY: ACTIVITY } =
    temporal.api.enums.v1.TaskQueueType;
  const { pollers } = await client.workflowService.describeTaskQueue({
    ...{ namespace: client.options.namespace, taskQueue: { name } },
    taskQueueType: of === 'workflows' ? WORKFLOW : ACTIVITY,
  });
  const askedMs = pollers.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000);
  return askedMs.filter((atMs) => Date.now() - atMs < ASKED_WITHIN_MS).length;
}

/** Why no worker answers, as far as Temporal can tell. */
export async function noWorkerText(client: Client): Promise<string> {
  return (await workersOn(client, WORKFLOW_QUEUE, 'workflows')) > 0
    ? 'No worker answers at the moment.'
    : 'No worker seems to be running: start one.';
}

/** The error of a request that got no answer. `more` says what that means for the request. */
export const unanswered = async (client: Client, more = ''): Promise<RequestError> =>
  new RequestError('timedOut', `${await noWorkerText(client)} ${more}`.trim());
