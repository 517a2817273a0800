import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { realMs } from '../common/cadence';
import { run, settings, submitAll, tell } from '../common/program';
import type { Payout } from '../common/settings';
import * as careful from './careful';
import * as idiomatic from './idiomatic';
import { payout as workflow } from './workflow';

const { activities } = settings.variant === 'careful' ? careful : idiomatic;
const address = settings.server.temporal ?? '';

/** A call ends after 10 s; a careful send waits a minute of business time and makes two. */
const CALL_MS = { idiomatic: 15_000, careful: 25_000 + realMs(settings, 60) };

const logger = new DefaultLogger('ERROR');

/** Made once, as for a deployment. */
async function workflowBundle(): Promise<{ code: string }> {
  const file = join(settings.folder, 'workflows.js');
  if (!existsSync(file)) {
    const { code } = await bundleWorkflowCode({ workflowsPath: join(__dirname, 'workflow.ts'), logger });
    writeFileSync(file, code);
  }
  return { code: readFileSync(file, 'utf8') };
}

run(async () => {
  Runtime.install({ logger });
  const connection = await NativeConnection.connect({ address });
  const common = { connection, activities };
  const workflows = await Worker.create({
    ...{ ...common, taskQueue: 'payouts', workflowBundle: await workflowBundle() },
  });
  const workers = [workflows];
  if (settings.limit) {
    const maxTaskQueueActivitiesPerSecond = settings.limit.calls / (settings.limit.windowMs / 1_000);
    workers.push(await Worker.create({ ...common, taskQueue: 'bank', maxTaskQueueActivitiesPerSecond }));
  }
  const running = Promise.all(workers.map((worker) => worker.run()));
  const client = new Client({ connection: await Connection.connect({ address }) });
  void submitAll((payout) => submit(client, payout));
  return async () => {
    for (const worker of workers) worker.shutdown();
    await running;
  };
});

async function submit(client: Client, payout: Payout): Promise<void> {
  const workflowId = payout.reference;
  const { rate, firstLookSeconds, limit } = settings;
  const pace = { rate, firstLookSeconds, limit, callMs: CALL_MS[settings.variant] };
  await client.workflow
    .start(workflow, {
      ...{ workflowId, taskQueue: 'payouts', args: [payout, pace] as [Payout, typeof pace] },
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
    })
    .catch((error: unknown) => {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    });
  void follow(client, workflowId);
}

const AGAIN_MS = 500;

async function follow(client: Client, workflowId: string): Promise<void> {
  try {
    tell(workflowId, await client.workflow.getHandle(workflowId).result());
  } catch (error) {
    if ((error as Error).name === 'WorkflowFailedError') tell(workflowId, 'FAILED');
    else setTimeout(() => void follow(client, workflowId), AGAIN_MS);
  }
}
