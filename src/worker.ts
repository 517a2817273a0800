import { Client } from '@temporalio/client';
import { type NativeConnection, Worker, type WorkerOptions, type WorkerTuner } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities, type Activities } from './activities';
import { folderStore } from './activities/document-store';
import { ConfigError, readConfig } from './config';
import { ROUTINE_LANE, URGENT_LANE, WATCH_LANE, WORKFLOW_QUEUE } from './domain/task-queues';
import { PayoutPolicyError, readPayoutPolicy } from './input/payout-policy-file';
import { createClient } from './service/client';
import { RequestBudget } from './service/request-budget';
import { isReachable } from './service/reachability';
import { bundleWorkflows } from './temporal/bundle';
import { connectWorkers, temporalTarget, UnreachableTemporalError } from './temporal/connection';
import { interruption } from './temporal/interruption';
import { showBudgetMetrics } from './temporal/budget-metrics';
import { laneSlots, type LaneSlots } from './temporal/lane-slots';
import { createLog, installTemporalLogging } from './temporal/logging';
import { ensureSchedules } from './temporal/schedules';

export interface WorkerDependencies {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly workflowBundle: NonNullable<WorkerOptions['workflowBundle']>;
  /** Of one client, so that both lanes draw on one request budget. */
  readonly activities: Activities;
  /** The one that the client of the activities draws on. */
  readonly budget: RequestBudget;
  readonly maxCachedWorkflows: number;
}

/** Running activities may finish for so long before they are cancelled: shorter than the 30 s containers get. */
const SHUTDOWN_GRACE_MS = 20_000;

/** One worker for the workflows, with what they do in place, and one for each lane of calls to the service. */
export function createWorkers(deps: WorkerDependencies): Promise<Worker[]> {
  const { connection, namespace, activities, budget, workflowBundle, maxCachedWorkflows } = deps;
  const shared = { connection, namespace, activities, shutdownGraceTime: SHUTDOWN_GRACE_MS };
  const slots = laneSlots(budget);
  const workflows = { workflowBundle, maxCachedWorkflows, enableNonLocalActivities: false };
  return Promise.all([
    Worker.create({ ...shared, ...workflows, taskQueue: WORKFLOW_QUEUE }),
    Worker.create({ ...shared, taskQueue: URGENT_LANE, tuner: within(slots.urgent) }),
    Worker.create({ ...shared, taskQueue: ROUTINE_LANE, tuner: within(slots.routine) }),
    Worker.create({ ...shared, taskQueue: WATCH_LANE }),
  ]);
}

/** A lane takes tasks by its own slots; the other kinds of slots are not used there. */
function within(activityTaskSlotSupplier: LaneSlots): WorkerTuner {
  const unused = { type: 'fixed-size', numSlots: 2 } as const;
  return {
    activityTaskSlotSupplier,
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}

/** Runs workers until `ended` resolves, then lets them finish what they have begun. One that fails ends all. */
export async function runWorkers(workers: readonly Worker[], ended: Promise<unknown>): Promise<void> {
  const running = workers.map((worker) => worker.runUntil(ended));
  try {
    await Promise.all(running);
  } finally {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await Promise.allSettled(running);
  }
}

async function main(): Promise<number> {
  const asked = interruption();
  const config = readConfig(['service', 'documents', 'worker', 'log', 'clock', 'reads', 'payouts', 'sweeps']);
  const log = createLog(config.log.level);
  installTemporalLogging(log, config.worker.metricsAddress);
  const payoutPolicy = await readPayoutPolicy(config.payouts.policyFile);
  const target = temporalTarget();
  const connection = await connectWorkers(target);
  const budget = new RequestBudget();
  showBudgetMetrics(budget);
  const service = createClient({ ...config.service, budget });
  const documents = folderStore(config.documents.folder);
  const { namespace } = target;
  const client = new Client({ connection, namespace });
  const activities = createActivities({
    service,
    documents,
    client,
    budget,
    clock: config.clock,
    payoutPolicy,
    accounts: config.sweeps.accounts,
    ...config.reads,
  });
  const workflowBundle = await bundleWorkflows();
  const workers = await createWorkers({
    connection,
    namespace,
    workflowBundle,
    activities,
    budget,
    maxCachedWorkflows: config.worker.maxCachedWorkflows,
  });
  await warnIfUnreachable(config.service.baseUrl, log);
  await ensureSchedules(client, config.sweeps, config.clock);
  log.info(`Working in the namespace ${namespace}`);
  await runWorkers(workers, asked);
  await Promise.all([connection.close(), service.close()]);
  return asked;
}

/** No reason to end: calls wait until the service comes back. */
async function warnIfUnreachable(baseUrl: string, log: Logger) {
  if (!(await isReachable(baseUrl)))
    log.warn('The banking service cannot be reached; calls wait until it can');
}

const EXIT_CODES = { failed: 1, wrongUse: 2, unreachable: 3 };

function tell({ message }: Error, code: number): number {
  console.error(message);
  return code;
}

function explain(error: unknown): number {
  if (error instanceof ConfigError || error instanceof PayoutPolicyError)
    return tell(error, EXIT_CODES.wrongUse);
  if (error instanceof UnreachableTemporalError) return tell(error, EXIT_CODES.unreachable);
  console.error(error instanceof Error ? error.stack : error);
  return EXIT_CODES.failed;
}

if (require.main === module)
  void main()
    .catch(explain)
    .then((code) => process.exit(code));
