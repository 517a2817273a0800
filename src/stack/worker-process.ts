import type { Sandbox } from '../sandbox/app';
import type { DevServer } from '../temporal/dev-server';
import type { StackKeys } from './stack-keys';
import type { StackRecords } from './stack-records';
import { encryptionVariables } from './stack-encryption';
import { startProgram, type ProgramProcess } from './program-process';

/** Where a worker of the stack finds everything. */
export interface WorkerEnvironment {
  readonly temporal: DevServer;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  /** Where cases are written down for good; without it, the worker runs without records. */
  readonly records?: Pick<StackRecords, 'env'>;
  /** The file of the keys to encrypt under, or `off`. */
  readonly encryptionKeys: string;
  readonly logLevel: string;
  /** The folder of the document store; left out, that of the environment. */
  readonly documents?: string | undefined;
  /** Whether the worker runs the scheduled jobs: missed-event backfill and reconciliation. */
  readonly schedules?: boolean;
  /** How it knows who asks; left out, messages name their own actors. */
  readonly keys?: Pick<StackKeys, 'environment'> | undefined;
  /** Further settings. */
  readonly settings?: NodeJS.ProcessEnv | undefined;
  /** A module that is loaded into it before everything else. */
  readonly preload?: string;
}

export type WorkerProcess = ProgramProcess;

/** Starts a worker. */
export const startWorker = ({ preload, ...rest }: WorkerEnvironment): WorkerProcess =>
  startProgram('worker', environment(rest), preload);

function environment({
  temporal,
  sandbox,
  sandboxUrl,
  records,
  encryptionKeys,
  logLevel,
  schedules = false,
  keys,
  settings,
  documents,
}: WorkerEnvironment): NodeJS.ProcessEnv {
  const { rate, realAt, businessAt } = sandbox.clock.read();
  return {
    SERVICE_BASE_URL: sandboxUrl,
    SERVICE_KEY: sandbox.settings.serviceKey,
    SERVICE_API_KEY: sandbox.settings.apiKey,
    STAMP_DUTY: sandbox.readings.of('stampDuty') === 'receiver' ? 'receiver' : 'sender',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    ...encryptionVariables(encryptionKeys, 'worker'),
    BUSINESS_CLOCK_RATE: String(rate),
    BUSINESS_CLOCK_REAL_AT: realAt,
    BUSINESS_CLOCK_BUSINESS_AT: businessAt,
    BANK_ENVIRONMENT: 'test',
    LOG_LEVEL: logLevel,
    ...(records?.env ?? { RECORDS: 'off' }),
    ...(keys?.environment ?? { AUTHORITY: 'open' }),
    ...(documents !== undefined && { DOCUMENTS_DIR: documents }),
    ...(!schedules && { GAP_REPAIR_EVERY_MINUTES: '0', RECONCILE_EVERY_DAYS: '0' }),
    ...settings,
  };
}
