import type { Sandbox } from '../sandbox/app';
import type { DevServer } from '../temporal/dev-server';
import { startProgram, type ProgramProcess } from './program-process';

/** Where a worker of the stack finds everything. */
interface WorkerEnvironment {
  readonly temporal: DevServer;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  readonly logLevel: string;
  /** Whether the worker runs the scheduled jobs: missed-event backfill and reconciliation. */
  readonly schedules?: boolean;
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
  logLevel,
  schedules = false,
}: WorkerEnvironment): NodeJS.ProcessEnv {
  const { rate, realAt, businessAt } = sandbox.clock.read();
  return {
    SERVICE_BASE_URL: sandboxUrl,
    SERVICE_KEY: sandbox.settings.serviceKey,
    SERVICE_API_KEY: sandbox.settings.apiKey,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    BUSINESS_CLOCK_RATE: String(rate),
    BUSINESS_CLOCK_REAL_AT: realAt,
    BUSINESS_CLOCK_BUSINESS_AT: businessAt,
    LOG_LEVEL: logLevel,
    ...(!schedules && { GAP_REPAIR_EVERY_MINUTES: '0', RECONCILE_EVERY_DAYS: '0' }),
  };
}
