import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { inheritedEnvironment } from '../src/config/read-config';
import type { Sandbox } from '../sandbox/app';
import type { DevServer } from './dev-server';
import { freePort } from '../src/temporal/ports';
import { type StackKeys, encryptionVariables } from './stack-keys';
import type { StackRecords } from './stack-records';

/** One of our programs in a process of its own, as in production. */
export interface ProgramProcess {
  readonly pid: number | undefined;
  /** Resolves with the exit code when the process has ended, for whatever reason. */
  readonly ended: Promise<number>;
  /** Sends a message to the preloaded module. */
  tell(message: object): void;
  stop(): Promise<void>;
}

/** Starts the program of a file of the project. It ends with this process, however that ends. */
export function startProgram(file: string, env: NodeJS.ProcessEnv, preload?: string): ProgramProcess {
  const program = fork(resolve(__dirname, '..', file), {
    env: { ...inheritedEnvironment(), ...env },
    execArgv: [...process.execArgv, ...(preload === undefined ? [] : ['--import', preload])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C is for the stack, which stops its programs in order.
    detached: true,
  });
  const ended = once(program, 'exit').then(([code]) => Number(code ?? 1));
  return {
    pid: program.pid,
    ended,
    tell: (message) => void program.send(message),
    stop: () => stop(program, ended),
  };
}

async function stop(program: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (program.exitCode === null && program.signalCode === null) program.kill('SIGTERM');
  await ended;
}

/** The surroundings of a stack's worker. */
export interface WorkerEnvironment {
  readonly temporal: DevServer;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  /** The records; without them, the worker runs with `RECORDS=off`. */
  readonly records?: Pick<StackRecords, 'env'>;
  /** The encryption key file, or `off`. */
  readonly encryptionKeys: string;
  readonly logLevel: string;
  /** The folder of the document store; by default the environment's. */
  readonly documents?: string | undefined;
  /** Whether the worker runs the scheduled jobs: missed-event backfill and reconciliation. */
  readonly schedules?: boolean;
  /** The keys that check signatures; without them, messages name their own actors (`AUTHORITY=open`). */
  readonly keys?: Pick<StackKeys, 'environment'> | undefined;
  /** Further settings. */
  readonly settings?: NodeJS.ProcessEnv | undefined;
  /** A module that is loaded into it before everything else. */
  readonly preload?: string;
}

/** Starts a worker. */
export const startWorker = ({ preload, ...rest }: WorkerEnvironment): ProgramProcess =>
  startProgram('src/worker.ts', environment(rest), preload);

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
  return {
    SERVICE_BASE_URL: sandboxUrl,
    SERVICE_KEY: sandbox.settings.serviceKey,
    SERVICE_API_KEY: sandbox.settings.apiKey,
    STAMP_DUTY: sandbox.readings.of('stampDuty') === 'receiver' ? 'receiver' : 'sender',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    ...encryptionVariables(encryptionKeys, 'worker'),
    ...clockVariables(sandbox),
    LOG_LEVEL: logLevel,
    ...(records?.env ?? { RECORDS: 'off' }),
    ...(keys?.environment ?? { AUTHORITY: 'open' }),
    ...(documents !== undefined && { DOCUMENTS_DIR: documents }),
    ...(!schedules && { GAP_REPAIR_EVERY_MINUTES: '0', RECONCILE_EVERY_DAYS: '0' }),
    ...settings,
  };
}

/** The variables of a program that goes by the clock of the emulated bank. */
export function clockVariables({ clock }: Pick<WorkerEnvironment['sandbox'], 'clock'>) {
  const { rate, realAt, businessAt } = clock.read();
  return {
    BUSINESS_CLOCK_RATE: String(rate),
    BUSINESS_CLOCK_REAL_AT: realAt,
    BUSINESS_CLOCK_BUSINESS_AT: businessAt,
    BANK_ENVIRONMENT: 'test',
  };
}

/** The destination of events, and the secret that signs them. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
}

/** A free port and a fresh secret. */
export async function newWebhookEndpoint(): Promise<WebhookEndpoint> {
  const port = await freePort();
  return { url: `http://127.0.0.1:${port}/events`, port, secret: randomUUID() };
}

/** Starts a receiver of events. */
export const startReceiver = (
  { port, secret }: Pick<WebhookEndpoint, 'port' | 'secret'>,
  {
    temporal,
    encryptionKeys,
    logLevel,
    settings,
  }: Pick<WorkerEnvironment, 'temporal' | 'encryptionKeys' | 'logLevel' | 'settings'>,
): ProgramProcess =>
  startProgram('src/webhooks.ts', {
    WEBHOOK_HOST: '127.0.0.1',
    WEBHOOK_PORT: String(port),
    WEBHOOK_SECRET: secret,
    WEBHOOK_SIGNATURE_ENCODING: 'hex',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    ...encryptionVariables(encryptionKeys, 'sender'),
    LOG_LEVEL: logLevel,
    ...settings,
  });
