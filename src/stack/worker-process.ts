import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { inheritedEnvironment } from '../config';
import type { Sandbox } from '../sandbox/app';
import type { DevServer } from '../temporal/dev-server';

/** Where a worker of the stack finds everything. */
interface WorkerSurroundings {
  readonly temporal: DevServer;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  readonly logLevel: string;
  /** A module that is loaded into it before everything else. */
  readonly preload?: string;
}

/** A worker in a process of its own, as in production. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves with the exit code when the worker has ended, whoever ended it. */
  readonly ended: Promise<number>;
  /** Tells the preloaded module something. */
  tell(message: object): void;
  stop(): Promise<void>;
}

/** Starts a worker. It ends with this process, however that ends. */
export function startWorker({ preload, ...surroundings }: WorkerSurroundings): WorkerProcess {
  const worker = fork(join(__dirname, '..', `worker${extname(__filename)}`), {
    env: { ...inheritedEnvironment(), ...environment(surroundings) },
    execArgv: [...process.execArgv, ...(preload === undefined ? [] : ['--import', preload])],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C is for the stack, which ends the worker when it is its turn.
    detached: true,
  });
  const ended = once(worker, 'exit').then(([code]) => Number(code ?? 1));
  return {
    pid: worker.pid,
    ended,
    tell: (message) => void worker.send(message),
    stop: () => stop(worker, ended),
  };
}

function environment({ temporal, sandbox, sandboxUrl, logLevel }: WorkerSurroundings): NodeJS.ProcessEnv {
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
  };
}

async function stop(worker: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (worker.exitCode === null && worker.signalCode === null) worker.kill('SIGTERM');
  await ended;
}
