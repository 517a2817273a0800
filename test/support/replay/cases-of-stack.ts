import { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { bundleWorkflows } from '../../../src/temporal/bundle';
import { temporalTarget } from '../../../src/temporal/connection';
import { keyRingOf } from '../../../src/temporal/encryption/settings';
import { connectTo } from '../temporal/servers';

/**
 * Replays the history of every workflow of a stack, open and ended, with its workers' keys, as a worker does that takes
 * it over. @returns those that do not replay, and how many there are
 */
export async function replayAll(
  address: string,
  keyFile: string,
): Promise<{ broken: string[]; replayed: number }> {
  const encryption = keyRingOf(keyFile, 'worker');
  const { forWorkers: dataConverter } = temporalTarget({
    address,
    namespace: 'default',
    encryption,
  }).dataConverters;
  const connection = await connectTo(address);
  const { workflow } = new Client({ connection });
  async function* histories() {
    for await (const { workflowId, runId } of workflow.list())
      yield { workflowId, history: await workflow.getHandle(workflowId, runId).fetchHistory() };
  }
  const told = { broken: [] as string[], replayed: 0 };
  const options = { workflowBundle: await bundleWorkflows(dataConverter), dataConverter };
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories())) {
    told.replayed++;
    if (error) told.broken.push(`${workflowId}: ${error.message}`);
  }
  await connection.close();
  return told;
}
