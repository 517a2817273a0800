import { WORKER_DEPLOYMENT } from '../../domain/wire/task-queues';
import type { TemporalClient } from '../../temporal/connection';
import { readBuilds, type Build } from '../../temporal/worker-deployment';
import { doubtful, examined, fine, wrong, type Finding } from './finding';

/** Which builds of the workflows there are, whether one gets what is new, and whether the workers are there that open cases need. */
export const lookAtBuilds = (client: TemporalClient): Promise<Finding[]> =>
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
