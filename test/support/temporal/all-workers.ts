import type { Worker } from '@temporalio/worker';
import {
  createBankWorkers,
  createEventsWorker,
  createWorkflowWorker,
  type WorkerDependencies,
} from '../../../src/temporal/workers';

/** All workers, for a process beside which no other calls the bank. */
export const createWorkers = async (deps: WorkerDependencies): Promise<Worker[]> => [
  await createWorkflowWorker(deps),
  await createEventsWorker(deps),
  ...(await createBankWorkers(deps)),
];
