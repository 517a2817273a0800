import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { WORKER_DEPLOYMENT, WORKFLOW_QUEUE } from '../domain/wire/task-queues';

const {
  VersioningBehavior,
  WorkerDeploymentVersionStatus: Status,
  WorkerVersioningMode: Mode,
} = temporal.api.enums.v1;
const NOT_FOUND = 5;

/** What Temporal does with a build of our workers. */
export interface Build {
  readonly id: string;
  /** `idle`: new, or begun by nothing. `draining`: what began on it still runs. `drained`: all of that has ended. */
  readonly state: 'current' | 'ramping' | 'draining' | 'drained' | 'idle';
  /** The share of what is new, in percent. */
  readonly percentage: number;
  /** Whether a worker of it has lately asked for workflows. */
  readonly isThere: boolean;
}

const STATES: Partial<Record<number, Build['state']>> = {
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT]: 'current',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING]: 'ramping',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING]: 'draining',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED]: 'drained',
};

/** The builds of our workers that Temporal knows, the newest first; none where workers have no build id. */
export async function readBuilds(client: Client): Promise<Build[]> {
  const { routingConfig, versionSummaries } = await deploymentOf(client);
  const there = await buildsThatAsk(client);
  const ramp = routingConfig?.rampingVersionPercentage ?? 0;
  const shares: Partial<Record<Build['state'], number>> = { current: 100 - ramp, ramping: ramp };
  return [...(versionSummaries ?? [])]
    .sort((one, other) => createdAt(other) - createdAt(one))
    .map(({ deploymentVersion, status }) => {
      const [id, state] = [deploymentVersion?.buildId ?? '', STATES[status ?? 0] ?? 'idle'];
      return { id, state, percentage: shares[state] ?? 0, isThere: there.has(id) };
    });
}

type Deployment = temporal.api.deployment.v1.IWorkerDeploymentInfo;

async function deploymentOf({ workflowService, options }: Client): Promise<Deployment> {
  try {
    const asked = { namespace: options.namespace, deploymentName: WORKER_DEPLOYMENT };
    return (await workflowService.describeWorkerDeployment(asked)).workerDeploymentInfo ?? {};
  } catch (error) {
    if ((Object(error) as { code?: number }).code === NOT_FOUND) return {};
    throw error;
  }
}

const createdAt = ({ createTime }: NonNullable<Deployment['versionSummaries']>[number]) =>
  Number(createTime?.seconds ?? 0) + (createTime?.nanos ?? 0) / 1e9;

async function buildsThatAsk({ workflowService, options }: Client): Promise<ReadonlySet<string>> {
  const taskQueue = { name: WORKFLOW_QUEUE };
  const { pollers } = await workflowService.describeTaskQueue({ namespace: options.namespace, taskQueue });
  const lately = pollers.filter(({ lastAccessTime }) =>
    isRecent(Number(lastAccessTime?.seconds ?? 0) * 1_000),
  );
  return new Set(lately.map((poller) => buildOf(poller) ?? ''));
}

/** A worker asks for work at least once a minute. */
const isRecent = (atMs: number) => Date.now() - atMs < 70_000;

/** The build that a worker runs which asks for work; `undefined` if it belongs to none. */
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
