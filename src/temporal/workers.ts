import type { DataConverter } from '@temporalio/common';
import {
  NativeConnection,
  Worker,
  type WorkerDeploymentOptions,
  type WorkerOptions,
} from '@temporalio/worker';
import type { RateLimiter } from 'fixed-window-limiter';
import { slotSuppliers, tunerFor } from 'fixed-window-limiter/temporal';
import {
  EVENTS_QUEUE,
  ROUTINE_QUEUE,
  URGENT_QUEUE,
  WATCH_QUEUE,
  WORKER_DEPLOYMENT,
  WORKFLOW_QUEUE,
} from '../domain/wire/task-queues';
import { activityInterceptors } from './encryption/bound-activities';
import { UnreachableTemporalError, type TemporalTarget } from './connection';
import { whyUnreachable } from './why-unreachable';

interface Shared {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly dataConverter: DataConverter;
  /** The activities of one bank client, so that all task queues share one rate limiter. */
  readonly activities: NonNullable<WorkerOptions['activities']>;
}

interface OfWorkflows {
  readonly workflowBundle: NonNullable<WorkerOptions['workflowBundle']>;
  readonly maxCachedWorkflows: number;
  /** The build of the workflows; `undefined`: the workers belong to no deployment and get work at once. */
  readonly buildId?: string | undefined;
}

/** Time for running activities to finish before they are cancelled: shorter than the 30 s containers get. */
const SHUTDOWN_GRACE_MS = 20_000;

/** Activities that hold their slot through a long wait end at once at a shutdown; another worker goes on. */
const longWaits = { maxConcurrentActivityTaskExecutions: 1_000, shutdownGraceTime: 0 };

/**
 * Connects workers. Separate from the client's connection, so that the command line need not load a worker.
 * @throws UnreachableTemporalError
 */
export const connectWorkers = ({ connectionOptions }: TemporalTarget): Promise<NativeConnection> =>
  NativeConnection.connect(connectionOptions).catch(async () => {
    throw new UnreachableTemporalError(connectionOptions.address, await whyUnreachable(connectionOptions));
  });

/** The worker for the workflows, with their local activities. */
export const createWorkflowWorker = (deps: Shared & OfWorkflows): Promise<Worker> => {
  const { workflowBundle, maxCachedWorkflows, buildId } = deps;
  const workflows = {
    ...{ workflowBundle, maxCachedWorkflows, enableNonLocalActivities: false },
    isolateExecutionTimeout: STEP_WITHIN,
    ...(buildId !== undefined && { workerDeploymentOptions: versioned(buildId) }),
  };
  return Worker.create({ ...sharedBy(deps), ...workflows, taskQueue: WORKFLOW_QUEUE });
};

export const createEventsWorker = (deps: Shared): Promise<Worker> =>
  Worker.create({ ...sharedBy(deps), ...longWaits, taskQueue: EVENTS_QUEUE });

/** A worker for each task queue of calls to the bank. */
export function createBankWorkers(deps: Shared & { readonly limiter: RateLimiter }): Promise<Worker[]> {
  const shared = sharedBy(deps);
  const slots = slotSuppliers(deps.limiter);
  return Promise.all([
    Worker.create({ ...shared, taskQueue: URGENT_QUEUE, tuner: tunerFor(slots.urgent) }),
    Worker.create({ ...shared, taskQueue: ROUTINE_QUEUE, tuner: tunerFor(slots.routine) }),
    Worker.create({ ...shared, ...longWaits, taskQueue: WATCH_QUEUE }),
  ]);
}

/**
 * Workflows go to workers of the right build. Bank calls do not: the worker that holds the bank's window
 * takes the calls of all builds. Each workflow declares in `workflows/versioning.ts` whether it moves.
 */
const versioned = (buildId: string): WorkerDeploymentOptions => ({
  version: { deploymentName: WORKER_DEPLOYMENT, buildId },
  useWorkerVersioning: true,
  defaultVersioningBehavior: 'AUTO_UPGRADE',
});

/**
 * The longest step of a workflow. A longer one ends its process: Node cannot go on after it has interrupted a
 * script. The SDK's 5 s also hit workers that were stopped or got no processor; only an endless loop is
 * meant. The SDK's types lack this option.
 */
const STEP_WITHIN = '10m';

const sharedBy = ({ connection, namespace, dataConverter, activities }: Shared) => ({
  ...{ connection, namespace, dataConverter, activities },
  interceptors: { activity: activityInterceptors(dataConverter) },
  shutdownGraceTime: SHUTDOWN_GRACE_MS,
});

/** Runs parts of a process side by side until `ended` resolves. When one of them ends, or fails, all do. */
export async function runTogether(
  ended: Promise<unknown>,
  ...parts: readonly ((over: Promise<unknown>) => Promise<void>)[]
): Promise<void> {
  let end = (): void => undefined;
  const over = Promise.race([ended, new Promise<void>((resolve) => (end = resolve))]);
  const running = parts.map((part) => part(over).finally(() => end()));
  await Promise.allSettled(running);
  await Promise.all(running);
}

/** Runs workers until `ended` resolves, then lets them finish their tasks. A worker that fails ends all. */
export async function runWorkers(workers: readonly Worker[], ended: Promise<unknown>): Promise<void> {
  const running = workers.map((worker) => worker.runUntil(ended));
  try {
    await Promise.all(running);
  } finally {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await Promise.allSettled(running);
  }
}
