import { Worker } from '@temporalio/worker';
import { connectWorkers } from '../../../src/temporal/workers';
import { temporalTarget } from '../../../src/temporal/connection';
import * as activities from './bare-activities';

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
