import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { WORKER_DEPLOYMENT, WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { unlessNotFound } from './runs';

const {
  VersioningBehavior,
  WorkerDeploymentVersionStatus: Status,
  WorkerVersioningMode: Mode,
} = temporal.api.enums.v1;

/** Temporal's view of a build of our workers. */
export interface Build {
  readonly id: string;
  /** `idle`: no workflow has started on it. `draining`: some still run on it. `drained`: all have ended. */
  readonly state: 'current' | 'ramping' | 'draining' | 'drained' | 'idle';
  /** Whether a worker of this build has lately polled for workflow tasks. */
  readonly isThere: boolean;
}

const STATES: Partial<Record<number, Build['state']>> = {
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT]: 'current',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING]: 'ramping',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING]: 'draining',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED]: 'drained',
};

/**
 * The builds of our workers that Temporal knows, newest first; empty if the workers have no build id.
 * `aheadMs`: how far this machine's clock is ahead of the server's.
 */
export async function readBuilds(client: Client, aheadMs = 0): Promise<Build[]> {
  const { versionSummaries } = await deploymentOf(client);
  const workers = await workersOn(client, WORKFLOW_QUEUE, 'workflows', aheadMs);
  const there = new Set(workers.map(buildOf));
  return [...(versionSummaries ?? [])]
    .sort((one, other) => createdAt(other) - createdAt(one))
    .map(({ deploymentVersion, status: shown }) => {
      const id = deploymentVersion?.buildId ?? '';
      return { id, state: STATES[shown ?? 0] ?? 'idle', isThere: there.has(id) };
    });
}

type Deployment = temporal.api.deployment.v1.IWorkerDeploymentInfo;

async function deploymentOf({ workflowService, options }: Client): Promise<Deployment> {
  const asked = { namespace: options.namespace, deploymentName: WORKER_DEPLOYMENT };
  const found = await workflowService.describeWorkerDeployment(asked).catch(unlessNotFound);
  return found?.workerDeploymentInfo ?? {};
}

const createdAt = ({ createTime }: NonNullable<Deployment['versionSummaries']>[number]) =>
  Number(createTime?.seconds ?? 0) + (createTime?.nanos ?? 0) / 1e9;

/** A worker polls at least once a minute; one that has not polled for longer is gone. */
const ASKED_WITHIN_MS = 70_000;

const { TASK_QUEUE_TYPE_WORKFLOW, TASK_QUEUE_TYPE_ACTIVITY } = temporal.api.enums.v1.TaskQueueType;

/**
 * The workers that have lately polled a task queue, for workflow tasks or for activities. `aheadMs`: how far
 * this machine's clock is ahead of the server's, where that is known.
 */
export const workersOn = (client: Client, name: string, of: 'workflows' | 'activities', aheadMs = 0) =>
  workersSince(client, name, of, Date.now() - aheadMs - ASKED_WITHIN_MS);

/** The part of a client that asks about workers. */
export type Asking = Pick<Client, 'workflowService' | 'options'>;

/** The workers that have polled a task queue since an instant of the server's clock. */
export async function workersSince(
  { workflowService, options: { namespace } }: Asking,
  name: string,
  of: 'workflows' | 'activities',
  sinceMs: number,
): Promise<temporal.api.taskqueue.v1.IPollerInfo[]> {
  const taskQueueType = of === 'workflows' ? TASK_QUEUE_TYPE_WORKFLOW : TASK_QUEUE_TYPE_ACTIVITY;
  const asked = { namespace, taskQueue: { name }, taskQueueType };
  const { pollers } = await workflowService.describeTaskQueue(asked);
  return pollers.filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000 > sinceMs);
}

/** The build of a polling worker; `undefined` if it has none. */
export function buildOf({ deploymentOptions }: temporal.api.taskqueue.v1.IPollerInfo): string | undefined {
  const isVersioned = deploymentOptions?.workerVersioningMode === Mode.WORKER_VERSIONING_MODE_VERSIONED;
  return isVersioned ? (deploymentOptions.buildId ?? undefined) : undefined;
}

/** The build whose workers alone can answer for a workflow; `undefined` if any may. */
export async function pinnedBuildOf(client: Client, workflowId: string): Promise<string | undefined> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const { versioningOverride, behavior, deploymentVersion } = raw.workflowExecutionInfo?.versioningInfo ?? {};
  if (versioningOverride?.autoUpgrade) return undefined;
  const moved = versioningOverride?.pinned?.version?.buildId;
  if (moved) return moved;
  const isPinned = behavior === VersioningBehavior.VERSIONING_BEHAVIOR_PINNED;
  return isPinned ? (deploymentVersion?.buildId ?? undefined) : undefined;
}
