import type { Worker } from '@temporalio/worker';
import { createBankWorkers, createEventsWorker, createWorkflowWorker } from '../../../src/temporal/workers';

type Dependencies = Parameters<typeof createWorkflowWorker>[0] & Parameters<typeof createBankWorkers>[0];

/** All workers, for a process beside which no other calls the bank. */
export const createWorkers = async (deps: Dependencies): Promise<Worker[]> => [
  await createWorkflowWorker(deps),
  await createEventsWorker(deps),
  ...(await createBankWorkers(deps)),
];
