import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { refusal } from '../../../cases/request-error';
import {
  temporalTarget,
  connectClient,
  type TemporalClient,
  temporalNamespace,
} from '../../../temporal/connection';
import { runningStack } from '../../../temporal/running-stack';
import { examples, columns, printResult, TYPED } from '../../terminal';
import { workersOn } from '../../../cases/connection';
import {
  ROUTINE_QUEUE,
  URGENT_QUEUE,
  WATCH_QUEUE,
  WORKER_DEPLOYMENT,
  WORKFLOW_QUEUE,
} from '../../../domain/wire/task-queues';
import { missingSearchAttributes } from '../../../temporal/search-attributes';
import { readBuilds, type Build } from '../../../temporal/worker-deployment';
import { CLOCK_SKEW_SECONDS } from '../../../domain/case/acts';
import { readConfig, ConfigError } from '../../../config/read-config';
import { connectRecords, reasonOf, UnreachableRecordsError } from '../../../records/connection';
import { keeperRow, LEASE_MS } from '../../../records/keeper-row';
import { missingMigrations } from '../../../records/migrations';
import { openPolicies, openAuthority } from '../../../activities/authority/settings';
import { encryptionFromEnvironment } from '../../../temporal/encryption/settings';

const WORDS: Readonly<Record<Verdict, string>> = { fine: 'fine', doubtful: 'DOUBTFUL', wrong: 'WRONG' };

/** Adds `doctor`. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'Look at everything that a worker needs, in the environment of this shell, and say what to do about it. It changes nothing and calls no bank.',
    )
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(async ({ json }) => {
      const looks = [lookAtTemporal(), ...lookAtOwn()];
      const findings = (await Promise.all(looks)).flat();
      printResult(json, findings, () => findingsView(findings));
      const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length;
      if (wrong > 0) throw refusal(`${wrong} of ${findings.length} things are wrong.`);
    });
}

/** Keys and database; a stack that runs on this machine has its own, which it alone knows. */
function lookAtOwn(): Promise<Finding[]>[] {
  const { address } = temporalTarget({ encryption: 'off' }).connectionOptions;
  return runningStack(address)
    ? [Promise.resolve([fine('Stack', 'runs on this machine, with keys, policy and database of its own')])]
    : [lookAtEncryption(), lookAtAuthority(), lookAtRecords()];
}

/** A line for each thing, and under it what to do. */
const findingsView = (findings: readonly Finding[]): string => {
  const lines = columns(findings.map(({ what, verdict, found }) => [what, WORDS[verdict], found]));
  return findings
    .flatMap(({ todo }, place) => [lines[place] ?? '', ...(todo === undefined ? [] : [`  To do: ${todo}.`])])
    .join('\n');
};

const QUEUES = [WORKFLOW_QUEUE, URGENT_QUEUE, ROUTINE_QUEUE, WATCH_QUEUE];
const DAY_SECONDS = 86_400;

/** For so many days at least a reference that was used should be known to Temporal. */
const RETENTION_DAYS_MIN = 30;

/** The server, its namespace, its search attributes, and who works. */
const lookAtTemporal = (): Promise<Finding[]> =>
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

/** The database of the records, its tables, and whether its clock agrees with this machine's. */
const lookAtRecords = (): Promise<Finding[]> =>
  examined('Records', 'look at the database and at DATABASE_URL', async () => {
    const { records } = readConfig(['records']);
    if (records.mode === 'off')
      return [doubtful('Records', 'off: no audit, and no fence against a second send', 'set DATABASE_URL')];
    const pool = connectRecords(records.roles.url);
    try {
      const { version, at } = await asked(pool);
      const missing = await missingMigrations(pool);
      const keeper = missing.length === 0 ? [await keeperIn(pool)] : [];
      return [tables(version, missing), clocks(at), ...keeper];
    } finally {
      await pool.end();
    }
  });

/** @throws UnreachableRecordsError */
async function asked(pool: Pool): Promise<{ version: string; at: Date }> {
  const { rows } = await pool
    .query<{
      version: string;
      at: Date;
    }>("SELECT current_setting('server_version') AS version, clock_timestamp() AS at")
    .catch((error: unknown) => {
      throw new UnreachableRecordsError(reasonOf(error));
    });
  return rows[0] ?? { version: '', at: new Date() };
}

function tables(version: string, missing: readonly string[]): Finding {
  const found = `PostgreSQL ${version}`;
  if (missing.length === 0) return fine('Records', `${found}, every migration applied`);
  const todo = `"${TYPED} audit migrate" applies them, and so does a worker that has DATABASE_MIGRATION_URL`;
  return wrong('Records', `${found}, not applied: ${missing.join(', ')}`, todo);
}

/** Which worker calls the bank. Without one, calls wait; nothing is lost. */
async function keeperIn(pool: Pool): Promise<Finding> {
  const row = await keeperRow(pool, temporalNamespace()).look();
  const quiet = `its last sign of life is ${Math.round((row?.quietMs ?? 0) / 1_000)} seconds old`;
  if (row?.holder !== undefined && row.quietMs < LEASE_MS)
    return fine('Keeper', `the worker ${row.worker} calls the bank; ${quiet}`);
  const found = row?.holder === undefined ? 'no worker calls the bank' : `${row.worker} is gone; ${quiet}`;
  return doubtful('Keeper', found, 'start a worker; any that runs takes its place within 15 seconds');
}

function clocks(at: Date): Finding {
  const seconds = Math.round((Date.now() - at.getTime()) / 1_000);
  const found = `this machine and the database differ by ${Math.abs(seconds)} seconds`;
  if (Math.abs(seconds) <= CLOCK_SKEW_SECONDS) return fine('Clocks', found);
  const todo = `set the clocks: acts are refused beyond ${CLOCK_SKEW_SECONDS} seconds`;
  return wrong('Clocks', found, todo);
}

/** What payloads are encrypted under. */
const lookAtEncryption = (): Promise<Finding[]> =>
  examined('Encryption', `make the file with "${TYPED} encryption create", or restore it`, async () => {
    const keys = encryptionFromEnvironment('sender');
    if (keys === 'off')
      return [
        doubtful(
          'Encryption',
          "off: personal data lies readable in Temporal's database",
          'set ENCRYPTION_KEYS',
        ),
      ];
    const { id } = await keys.active();
    return [fine('Encryption', `on, under the key ${id}`)];
  });

/** Who may ask for what: the ring of keys, the key of receipts, and the policy that two people have signed. */
const lookAtAuthority = (): Promise<Finding[]> =>
  examined('Authority', 'see docs/AUTHORITY.md', async () => {
    const config = readConfig(['authority', 'signing', 'payouts']);
    const authority = openAuthority(config, temporalNamespace(), UNHEARD);
    const policies = await openPolicies(config.payouts.policyFile, authority);
    const { version } = policies.payouts;
    const policy = fine(
      'Policy',
      `version ${version}${authority.mode === 'signed' ? ', signed by two people' : ''}`,
    );
    if (authority.mode === 'open')
      return [doubtful('Authority', 'open: nothing proves who asks', 'set AUTHORITY=signed'), policy];
    const states = [...authority.keyRing().values()].map(({ state }) => state);
    const active = states.filter((state) => state === 'active').length;
    return [fine('Authority', `signed, ${active} of ${states.length} keys active`), policy];
  });

const UNHEARD = { warn: () => undefined, error: () => undefined };

/** How something stands. What is doubtful works, but not as it should in production. */
type Verdict = 'fine' | 'doubtful' | 'wrong';

/** What the doctor found about one thing. */
interface Finding {
  readonly what: string;
  readonly verdict: Verdict;
  readonly found: string;
  /** What a person may do about it; missing where nothing needs to be done. */
  readonly todo?: string;
}

const fine = (what: string, found: string): Finding => ({ what, verdict: 'fine', found });
const toMend =
  (verdict: Verdict) =>
  (what: string, found: string, todo: string): Finding => ({ what, verdict, found, todo });
const doubtful = toMend('doubtful');
const wrong = toMend('wrong');

/** Looks at one thing. Whatever is thrown tells what is wrong with it. */
async function examined(what: string, todo: string, examine: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examine();
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map((problem) => wrong(what, problem, ENVIRONMENT));
    const sentence = error instanceof Error ? error.message : String(error);
    return [wrong(what, sentence, todo)];
  }
}

const ENVIRONMENT = 'set it in the environment of the programs; .env.example explains each variable';
