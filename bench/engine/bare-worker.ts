import { Worker } from '@temporalio/worker';
import { connectWorkers } from '../../src/temporal/workers';
import { temporalTarget } from '../../src/temporal/connection';

/** They do nothing, so that only Temporal's part is measured. */
const activities = {
  check: async (input: object): Promise<object> => input,
  send: async (checked: object): Promise<object> => checked,
  settle: async (sent: object): Promise<object> => sent,
};
export type BareActivities = typeof activities;

/** The task queue of bare workflows. */
const QUEUE = 'bare';

/** A worker as in Temporal's own examples, in a process of its own. */
async function main(): Promise<void> {
  const target = temporalTarget();
  const connection = await connectWorkers(target);
  const worker = await Worker.create({
    connection,
    namespace: target.namespace,
    taskQueue: QUEUE,
    workflowsPath: require.resolve('./bare-workflow'),
    activities,
  });
  await worker.run();
  await connection.close();
}

void main();
