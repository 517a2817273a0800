import {
  placeText,
  temporalNamespace,
  temporalTarget,
  withConnection,
  type TemporalClient,
  type TemporalPlace,
} from '../../temporal/connection';
import {
  ROUTINE_QUEUE,
  URGENT_QUEUE,
  EVENTS_QUEUE,
  WATCH_QUEUE,
  WORKER_DEPLOYMENT,
  WORKFLOW_QUEUE,
} from '../../domain/wire/task-queues';
import type { Encryption } from '../../temporal/encryption/data-converters';
import { FILE_OF, type Holder } from '../../temporal/encryption/key-ring-file';
import { checkSchedules } from '../../temporal/schedules';
import { creatingText, missingSearchAttributes } from '../../temporal/search-attributes';
import { buildOf, readBuilds, workersOn, type Build } from '../../temporal/worker-deployment';
import { listSchedules } from '../../cases/schedules';
import { typedByPerson } from '../terminal';
import { doubtful, examined, fine, wrong, type Finding } from './finding';

const QUEUES = [WORKFLOW_QUEUE, URGENT_QUEUE, ROUTINE_QUEUE, WATCH_QUEUE, EVENTS_QUEUE];
const DAY_SECONDS = 86_400;

/** Temporal should know a used reference for at least this many days. */
const RETENTION_DAYS_MIN = 30;

/** Checks server, namespace, search attributes and workers. `aheadMs`: how far this machine's clock is ahead. */
export const lookAtTemporal = (aheadMs = 0): Promise<Finding[]> =>
  examined('Temporal', 'do as it says; docs/INSTALL.md has the settings', async () => {
    // Reads nothing encrypted: another check looks at the keys.
    const target = temporalTarget({ encryption: 'off' });
    const { address } = target.connectionOptions;
    return withConnection(target, async (client) => {
      const [there, found] = [await server(client, address), await namespace(client, address)];
      // Without the namespace, all other checks would only repeat the fault.
      if (found.verdict === 'wrong') return [there, found];
      const rest = [
        attributes(client, target),
        workers(client, aheadMs),
        lookAtBuilds(client, aheadMs, placeText(target)),
      ];
      return [there, found, ...(await Promise.all(rest)).flat()];
    });
  });

async function server({ workflowService }: TemporalClient, address: string): Promise<Finding> {
  const begunMs = performance.now();
  const { serverVersion } = await workflowService.getSystemInfo({});
  const tookMs = Math.round(performance.now() - begunMs);
  return fine('Temporal', `version ${serverVersion} at ${address} answers in ${tookMs} ms`);
}

async function namespace({ workflowService }: TemporalClient, address: string): Promise<Finding> {
  const name = temporalNamespace();
  try {
    const { config } = await workflowService.describeNamespace({ namespace: name });
    const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS;
    const found = `${name} keeps ended workflows for ${days} ${days === 1 ? 'day' : 'days'}`;
    if (days >= RETENTION_DAYS_MIN) return fine('Namespace', found);
    const todo = `keep them for at least ${RETENTION_DAYS_MIN} days: "temporal operator namespace update --address ${address} --retention ${RETENTION_DAYS_MIN}d ${name}"`;
    return doubtful('Namespace', found, todo);
  } catch (error) {
    return wrong('Namespace', `${name}: ${String(error)}`, 'create it, or set TEMPORAL_NAMESPACE');
  }
}

const attributes = (client: TemporalClient, place: TemporalPlace): Promise<Finding[]> =>
  examined('Search attributes', 'ask the operator of Temporal', async () => {
    const missing = await missingSearchAttributes(client.connection, place.namespace);
    if (missing.length === 0) return [fine('Search attributes', 'all are there')];
    const todo = `an administrator makes them with ${creatingText(place, missing)}`;
    return [wrong('Search attributes', `missing: ${missing.join(', ')}`, todo)];
  });

const workers = (client: TemporalClient, aheadMs: number): Promise<Finding[]> =>
  examined('Workers', 'start a worker', async () => {
    const lookOn = (queue: string) =>
      workersOn(client, queue, queue === WORKFLOW_QUEUE ? 'workflows' : 'activities', aheadMs);
    const asking = await Promise.all(QUEUES.map(lookOn));
    const idle = QUEUES.filter((_, place) => asking[place]?.length === 0);
    if (idle.length === 0)
      return [fine('Workers', 'every task queue was asked for work in the last 70 seconds')];
    return [wrong('Workers', `none asks for work on ${idle.join(', ')}`, 'start a worker')];
  });

/** Checks the builds of the workflows: workers get what is new, and run those that open cases need. */
const lookAtBuilds = (client: TemporalClient, aheadMs: number, at: string): Promise<Finding[]> =>
  examined('Builds', 'ask the operator of Temporal', async () => {
    const [builds, asking] = await Promise.all([
      readBuilds(client, aheadMs),
      workersOn(client, WORKFLOW_QUEUE, 'workflows', aheadMs),
    ]);
    if (builds.length === 0) return [fine('Builds', 'none: workers have no WORKER_BUILD_ID')];
    const hasUnversioned = asking.some((one) => buildOf(one) === undefined);
    return findingsOn(builds, hasUnversioned, at);
  });

/** Findings on builds: workers must get new workflows, and open workflows must have workers. `at`: how the remedies' command finds Temporal. */
export function findingsOn(builds: readonly Build[], hasUnversioned: boolean, at: string): Finding[] {
  const there = builds.find(({ isThere }) => isThere)?.id;
  const gone = builds.filter(({ state, isThere }) => !isThere && !['drained', 'idle'].includes(state));
  const missing = gone.map(({ id, state }) => {
    const found = `${id} is ${state}, and no worker of it asks for work${hasUnversioned ? ': one that does has no WORKER_BUILD_ID' : ''}`;
    const otherwise = state === 'current' ? giveWork(at, there) : MOVE;
    return wrong('Builds', found, `start one with WORKER_BUILD_ID=${id}, or ${otherwise}`);
  });
  const known = builds.map(({ id, state }) => `${id} ${state}`).join(', ');
  const hasCurrent = builds.some(({ state }) => state === 'current');
  if (!hasCurrent && there !== undefined && !hasUnversioned) {
    const found = `none is current, and workers get no workflows: ${known}`;
    return [...missing, wrong('Builds', found, giveWork(at, there))];
  }
  if (missing.length > 0) return missing;
  const found = hasCurrent ? known : `none is current, so workers without a build get what is new: ${known}`;
  return [fine('Builds', found)];
}

/** How workers that ask for work get what is new: those of a build, or those without any. */
function giveWork(at: string, build?: string): string {
  const set = `temporal worker deployment set-current-version ${at} --deployment-name ${WORKER_DEPLOYMENT}`;
  return build === undefined
    ? `let workers without a build get what is new: "${set} --unversioned"`
    : `"${set} --build-id ${build}"; back to workers without a build: "${set} --unversioned"`;
}

const MOVE = 'move its cases: docs/CHANGING.md';

/** Checks that this environment has the keys under which other workers wrote. */
export const lookAtSchedules = (encryption: Encryption, holder: Holder): Promise<Finding[]> =>
  examined('Schedules', `give ENCRYPTION_KEYS ${FILE_OF[holder]}`, () => {
    const target = temporalTarget({ encryption });
    return withConnection(target, async (client) => {
      await checkSchedules(client, holder, target);
      // A sender reads no schedule, and so not whether it is paused.
      const paused = (await listSchedules(client).catch(() => [])).filter((one) => one.paused);
      if (paused.length === 0) return [fine('Schedules', 'written under a key that is known here')];
      return paused.map(({ schedule, note = '' }) => {
        const todo = `"${typedByPerson()} schedules resume ${schedule}"`;
        return doubtful('Schedules', `${schedule} is paused: ${note}`, todo);
      });
    });
  });
