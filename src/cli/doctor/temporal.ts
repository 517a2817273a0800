import { workersOn } from '../../cases/connection';
import {
  ROUTINE_QUEUE,
  URGENT_QUEUE,
  WATCH_QUEUE,
  WORKER_DEPLOYMENT,
  WORKFLOW_QUEUE,
} from '../../domain/wire/task-queues';
import { connectClient, temporalTarget, type TemporalClient } from '../../temporal/connection';
import { missingSearchAttributes } from '../../temporal/search-attributes';
import { readBuilds, type Build } from '../../temporal/worker-deployment';
import { doubtful, examined, fine, wrong, type Finding } from './finding';

const QUEUES = [WORKFLOW_QUEUE, URGENT_QUEUE, ROUTINE_QUEUE, WATCH_QUEUE];
const DAY_SECONDS = 86_400;

/** For so many days at least a reference that was used should be known to Temporal. */
const RETENTION_DAYS_MIN = 30;

/** The server, its namespace, its search attributes, and who works. */
export const lookAtTemporal = (): Promise<Finding[]> =>
  examined('Temporal', 'start it, or set TEMPORAL_ADDRESS', async () => {
    // Nothing that is encrypted is read here: keys are looked at on their own.
    const target = temporalTarget({ encryption: 'off' });
    const client = await connectClient(target);
    try {
      return [
        await server(client, target.connectionOptions.address),
        ...(await namespace(client)),
        ...(await attributes(client)),
        ...(await workers(client)),
        ...(await lookAtBuilds(client)),
      ];
    } finally {
      await client.connection.close();
    }
  });

async function server({ workflowService }: TemporalClient, address: string): Promise<Finding> {
  const begunMs = performance.now();
  const { serverVersion } = await workflowService.getSystemInfo({});
  const tookMs = Math.round(performance.now() - begunMs);
  return fine('Temporal', `version ${serverVersion} at ${address} answers in ${tookMs} ms`);
}

const namespace = (client: TemporalClient): Promise<Finding[]> =>
  examined('Namespace', 'create it, or set TEMPORAL_NAMESPACE', async () => {
    const { namespace } = client.options;
    const { config } = await client.workflowService.describeNamespace({ namespace });
    const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS;
    const found = `${namespace} keeps ended workflows for ${days} days`;
    if (days >= RETENTION_DAYS_MIN) return [fine('Namespace', found)];
    const todo = `keep them for at least ${RETENTION_DAYS_MIN} days: "temporal operator namespace update --retention ${RETENTION_DAYS_MIN}d ${namespace}"`;
    return [doubtful('Namespace', found, todo)];
  });

const attributes = (client: TemporalClient): Promise<Finding[]> =>
  examined('Search attributes', 'ask the operator of Temporal', async () => {
    const missing = await missingSearchAttributes(client.connection, client.options.namespace);
    if (missing.length === 0) return [fine('Search attributes', 'all are there')];
    const todo = 'start a worker: it registers them where it may; else an administrator does';
    return [wrong('Search attributes', `missing: ${missing.join(', ')}`, todo)];
  });

const workers = (client: TemporalClient): Promise<Finding[]> =>
  examined('Workers', 'start a worker', async () => {
    const asking = await Promise.all(
      QUEUES.map((queue) => workersOn(client, queue, queue === WORKFLOW_QUEUE ? 'workflows' : 'activities')),
    );
    const idle = QUEUES.filter((_, place) => asking[place] === 0);
    if (idle.length === 0)
      return [fine('Workers', `${Math.max(...asking)} ask for work on every task queue`)];
    return [wrong('Workers', `none asks for work on ${idle.join(', ')}`, 'start a worker')];
  });

/** Which builds of the workflows there are, whether one gets what is new, and whether the workers are there that open cases need. */
const lookAtBuilds = (client: TemporalClient): Promise<Finding[]> =>
  examined('Builds', 'ask the operator of Temporal', async () => {
    const builds = await readBuilds(client);
    return builds.length === 0
      ? [fine('Builds', 'none: workers have no WORKER_BUILD_ID')]
      : findingsOn(builds);
  });

/** What builds tell: one must get what is new, and workers must be there for what is open. */
export function findingsOn(builds: readonly Build[]): Finding[] {
  const gone = builds.filter(({ state, isThere }) => !isThere && !['drained', 'idle'].includes(state));
  const missing = gone.map(({ id, state }) =>
    wrong('Builds', `${id} is ${state}, and no worker of it asks for work`, BRING_BACK),
  );
  const known = builds.map(({ id, state }) => `${id} ${state}`).join(', ');
  if (!builds.some(({ state }) => state === 'current'))
    return [...missing, doubtful('Builds', `none is current: ${known}`, MAKE_CURRENT)];
  return missing.length > 0 ? missing : [fine('Builds', known)];
}

const MAKE_CURRENT = `workers with WORKER_BUILD_ID get no workflows: "temporal worker deployment set-current-version --deployment-name ${WORKER_DEPLOYMENT} --build-id ID"`;
const BRING_BACK = 'start a worker of it, or move its cases: docs/CHANGING.md';
