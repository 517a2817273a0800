import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { temporalTarget } from '../../src/temporal/connection';
import { connectWorkers } from '../../src/temporal/workers';
import { APPLICATIONS_QUEUE } from './application-workflow';

/** A worker for stand-ins of loan applications, in a process of its own. */
async function main(): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const target = temporalTarget();
  const connection = await connectWorkers(target);
  const worker = await Worker.create({
    connection,
    namespace: target.namespace,
    dataConverter: target.dataConverters.forWorkers,
    taskQueue: APPLICATIONS_QUEUE,
    workflowsPath: require.resolve('./application-workflow'),
  });
  await worker.run();
  await connection.close();
}

void main();
