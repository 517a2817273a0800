import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { WORKER_DEPLOYMENT } from '../domain/wire/worker-deployment';

const { VersioningBehavior, WorkerDeploymentVersionStatus: Status } = temporal.api.enums.v1;
const NOT_FOUND = 5;

/** What Temporal does with a build of our workers. */
export interface Build {
  readonly id: string;
  /** `idle`: new, or begun by nothing. `draining`: what began on it still runs. `drained`: all of that has ended. */
  readonly state: 'current' | 'ramping' | 'draining' | 'drained' | 'idle';
  /** The share of what is new, in percent. */
  readonly percentage: number;
}

const STATES: Partial<Record<number, Build['state']>> = {
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT]: 'current',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING]: 'ramping',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING]: 'draining',
  [Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED]: 'drained',
};

/** The builds of our workers that Temporal knows, the newest first; none where workers have no build id. */
export async function readBuilds({ workflowService, options }: Client): Promise<Build[]> {
  const { workerDeploymentInfo } = await workflowService
    .describeWorkerDeployment({ namespace: options.namespace, deploymentName: WORKER_DEPLOYMENT })
    .catch((error: unknown) => {
      if ((Object(error) as { code?: number }).code === NOT_FOUND) return { workerDeploymentInfo: undefined };
      throw error;
    });
  const ramp = workerDeploymentInfo?.routingConfig?.rampingVersionPercentage ?? 0;
  const builds = (workerDeploymentInfo?.versionSummaries ?? []).map(
    ({ deploymentVersion, status, createTime }) => ({
      id: deploymentVersion?.buildId ?? '',
      state: STATES[status ?? 0] ?? 'idle',
      createdAt: Number(createTime?.seconds ?? 0),
    }),
  );
  const shares: Partial<Record<Build['state'], number>> = { current: 100 - ramp, ramping: ramp };
  return builds
    .sort((one, other) => other.createdAt - one.createdAt)
    .map(({ id, state }) => ({ id, state, percentage: shares[state] ?? 0 }));
}

/** The build whose workers alone can answer for a workflow; nothing where any may. */
export async function pinnedBuildOf(client: Client, workflowId: string): Promise<string | undefined> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const { versioningOverride, behavior, deploymentVersion } = raw.workflowExecutionInfo?.versioningInfo ?? {};
  if (versioningOverride?.autoUpgrade) return undefined;
  const moved = versioningOverride?.pinned?.version?.buildId;
  if (moved) return moved;
  const isPinned = behavior === VersioningBehavior.VERSIONING_BEHAVIOR_PINNED;
  return isPinned ? (deploymentVersion?.buildId ?? undefined) : undefined;
}
