import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { createActivities } from './activities';
import {
  keyStates,
  loginWarning,
  openAuthority,
  openPolicies,
  sharedSettings,
} from './activities/authority/settings';
import { folderStore } from './activities/documents/store';
import { createBankClient, OBSERVED_POLICY } from './bank/client';
import { operationNames, type OperationName } from './bank/contract';
import { outageSentence, isReachable } from './bank/outages';
import { inKobo } from './bank/units';
import { programs, ConfigError, readConfig } from './config/read-config';
import { isDemonstration } from './domain/time/clock';
import { readBankWords } from './input/bank-words-setting';
import { policyWarning } from './input/payout-policy-file';
import { watchForOthers } from './keeper/other-callers';
import { callBank } from './keeper/call-bank';
import { leaseOf } from './keeper/lease';
import { monitorWorker } from './monitoring/worker-monitoring';
import { showRateLimitMetrics } from './monitoring/rate-limit-metrics';
import { RateLimiter } from 'fixed-window-limiter';
import { recordsFor } from './records/records';
import { workflowBundle } from './temporal/bundle';
import { temporalTarget } from './temporal/connection';
import { requireNamespace } from './temporal/search-attributes';
import { READABLE } from './temporal/encryption/data-converters';
import { unsealing } from './temporal/encryption/sealing/sealed-file';
import { encryptionFromEnvironment } from './temporal/encryption/settings';
import { exitCodes } from './temporal/exit-codes';
import { interruption, runProgram } from './temporal/run-program';
import { createLog } from './temporal/logging';
import { checkSchedules, ensureSchedules } from './temporal/schedules';
import {
  connectWorkers,
  createBankWorkers,
  createEventsWorker,
  createWorkflowWorker,
  runTogether,
  runWorkers,
} from './temporal/workers';

const DEMONSTRATION =
  'Business time is not real time here (BUSINESS_CLOCK_RATE): schedules and waits run by it, as they may in a demonstration alone';

/** By a fault of the Temporal SDK; seen only where more cases are at work than a worker keeps in memory. */
const STANDS_STILL =
  'The Temporal SDK has lost a task: one case stands still until this worker is started anew. It ends by itself, ten minutes after its start at the earliest. Give WORKER_MAX_CACHED_WORKFLOWS more than there are open cases';
/** A worker that would end more often than this is away more than it is there. */
const RUNS_AT_LEAST_MS = 600_000;
/** The lost task never ends, and with it a shutdown: longer than activities get, and shorter than containers do. */
const ENDS_WITHIN_MS = 28_000;

async function main(): Promise<number> {
  const interrupted = interruption();
  const config = readConfig(programs.worker);
  const log = createLog(config.log.level);
  const monitoring = await monitorWorker(log, config.worker.metricsAddress);
  const ended = Promise.race([interrupted, lossOf(monitoring.lostTask, log)]);
  const encryption = encryptionFromEnvironment('worker');
  const target = temporalTarget({ encryption });
  const connection = await connectWorkers(target);
  await requireNamespace(connection, target);
  const authority = openAuthority(config, target.namespace, log);
  const policies = await openPolicies(config.payouts.policyFile, authority);
  for (const warning of [policyWarning(policies), loginWarning(policies, authority)])
    if (warning !== undefined) log.warn(warning);
  const unseal = encryption === 'off' ? undefined : unsealing(encryption);
  const bankWords = readBankWords(config.worker.bankWords);
  const extraActivities = namesOfOperations(config.worker.extraActivities);
  const records = await recordsFor(config.records, (sentence) => log.warn(sentence));
  const { forClientsOfWorkers, forWorkers, isEncrypting } = target.dataConverters;
  if (!isEncrypting) log.warn(READABLE);
  if (isDemonstration(config.clock)) log.warn(DEMONSTRATION);
  const client = new Client({ connection, namespace: target.namespace, dataConverter: forClientsOfWorkers });
  await checkSchedules(client, 'worker', target);
  const encryptionKey = encryption === 'off' ? 'off' : (await encryption.active()).id;
  const shared = sharedSettings(config, authority, policies, encryptionKey);
  const lease =
    config.worker.keeper === 'on' && records
      ? leaseOf(records.keeperOf(target.namespace), () => ({ ...shared, ...keyStates(authority) }))
      : undefined;
  const limiter = new RateLimiter({
    policy: OBSERVED_POLICY,
    ...(lease && { mayCall: lease.isHeld }),
    onMissingHeaders: ({ limit, windowMs }) =>
      log.warn(`The bank's replies tell of no rate limit: calls keep to ${limit} in ${windowMs / 1_000} s`),
    onStarved: (windows) => {
      log.warn(
        `The bank took one call in each of the last ${windows} windows: it counts otherwise, or another program uses the keys up`,
      );
    },
    onOutage: (outage, lastedMs) => log.warn(outageSentence(outage, lastedMs)),
  });
  showRateLimitMetrics(limiter);
  const bank = inKobo(createBankClient({ ...config.bank, limiter }), config.bank.units);
  const parts = {
    ...{ connection, namespace: target.namespace, limiter, ...config.worker },
    dataConverter: forWorkers,
    activities: createActivities({
      ...{ ...config.worker, ...config.schedules, clock: config.clock },
      ...{ authority, bank, client, limiter, records, bankWords, extraActivities },
      documents: folderStore(config.documents.folder, unseal),
      payoutPolicy: { ...policies.payouts, stampDuty: config.payouts.stampDuty },
      lendingPolicy: policies.lending,
    }),
    workflowBundle: await workflowBundle(forWorkers),
  };
  const worker = await createWorkflowWorker(parts);
  const events = await createEventsWorker(parts);
  if (!(await isReachable(config.bank.baseUrl)))
    log.warn('The bank cannot be reached; calls wait until it can');
  log.info(workingText(target.namespace, config.worker.buildId));
  monitoring.watch(worker, client, limiter.mayCall);
  if (!lease) watchForOthers(client, worker.options.identity, (sentence) => log.warn(sentence));
  await runTogether(
    ended,
    (over) => runWorkers([worker, events], over),
    (over) =>
      callBank(
        {
          ...{ lease, limiter, log },
          createBankWorkers: () => createBankWorkers(parts),
          begin: () => ensureSchedules(client, config.schedules, config.clock, (change) => log.info(change)),
        },
        over,
      ),
  );
  monitoring.close();
  await Promise.all([connection.close(), bank.close(), records?.close()]);
  return ended;
}

/** Resolves with an exit code once the worker is to end since it has lost a task, and ends it if it does not. */
async function lossOf(lostTask: Promise<void>, log: Pick<Logger, 'error'>): Promise<number> {
  await lostTask;
  log.error(STANDS_STILL);
  await sleep(Math.max(0, RUNS_AT_LEAST_MS - process.uptime() * 1_000));
  setTimeout(() => process.exit(exitCodes.refused), ENDS_WITHIN_MS);
  return exitCodes.refused;
}

const workingText = (namespace: string, buildId: string | undefined) =>
  buildId === undefined
    ? `Working in the namespace ${namespace}`
    : `Working in the namespace ${namespace} as the build ${buildId}: workflows come once Temporal is told to use it`;

/** @throws ConfigError for a name that is not an operation of the bank */
function namesOfOperations(names: readonly string[]): OperationName[] {
  const unknown = names.filter((name) => !(operationNames as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new ConfigError([`EXTRA_ACTIVITIES names no operation of the bank: ${unknown.join(', ')}`]);
  return names as OperationName[];
}

runProgram(main);
