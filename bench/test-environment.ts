import { setMaxListeners } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { readConfig } from '../src/config/read-config';
import { searchAttributes } from '../src/domain/wire/search-attributes';
import { createSandbox, type Sandbox } from '../sandbox/app';
import type { SandboxSettings } from '../sandbox/settings';
import { encryptionOfStack } from '../stack/stack-keys';
import { startRecords, type StackRecords } from '../stack/stack-records';
import { startWorker, type WorkerEnvironment, type ProgramProcess } from '../stack/program-process';
import { connectClient, temporalTarget } from '../src/temporal/connection';
import { startDevServer } from '../stack/dev-server';
import { interruption } from '../src/temporal/run-program';
import { Interrupted } from '../stack/interrupted';

/** A durable server, the emulated bank on a socket, and a worker process, as on one machine in production. */
export interface TestEnvironment {
  readonly client: Client;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  /** Aborted when the environment closes: waiting for a result ends then. */
  readonly closing: AbortSignal;
  readonly workerPid: () => number;
  /** Bytes of the server's database, its journal included. */
  readonly databaseBytes: () => Promise<number>;
  /** kill -9 of the worker, and another one in its place. */
  readonly replaceWorker: () => Promise<void>;
  /** One more worker; it ends with the environment. */
  readonly hire: () => ProgramProcess;
  readonly records: StackRecords | undefined;
}

/** What an environment has besides. */
export interface EnvironmentOptions {
  /** Opens what stands between worker and bank; its address. */
  readonly front?: (bankUrl: string) => Promise<string>;
  /** Further settings of the worker. */
  readonly worker?: NodeJS.ProcessEnv;
  /** Whether workers keep records, in a PostgreSQL of the environment; left out, they keep none. */
  readonly keepsRecords?: boolean;
}

/** What has to be done at the end, the last thing first. */
export type Undo = (() => Promise<unknown>)[];

/** Measures something in an environment of its own, and leaves nothing behind. @throws Interrupted */
export const inTestEnvironment = <R>(
  settings: SandboxSettings,
  use: (environment: TestEnvironment) => Promise<R>,
  options: EnvironmentOptions = {},
): Promise<R> => undoing(async (undo) => use(await openEnvironment(settings, undo, options)));

/** Measures something, and undoes what it has done for that. @throws Interrupted */
export async function undoing<R>(measure: (undo: Undo) => Promise<R>): Promise<R> {
  const undo: Undo = [];
  try {
    return await Promise.race([interrupted(), measure(undo)]);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

let asked: Promise<never> | undefined;

/** One for all environments that are open side by side. */
const interrupted = (): Promise<never> =>
  (asked ??= interruption().then((code) => {
    throw new Interrupted(code);
  }));

async function openEnvironment(
  settings: SandboxSettings,
  undo: Undo,
  { front = async (bankUrl) => bankUrl, worker, keepsRecords = false }: EnvironmentOptions,
): Promise<TestEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const dbFile = join(folder, 'temporal.db');
  const { encryptionKeys, encryption } = encryptionOfStack(folder);
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  const temporal = await startDevServer({ cliPath, port: 0, uiPort: 0, dbFile, searchAttributes });
  undo.push(() => temporal.stop());
  const sandbox = await createSandbox(settings);
  undo.push(() => sandbox.close());
  const sandboxUrl = await sandbox.listen({ port: 0 });
  const target = temporalTarget({ address: temporal.address, namespace: 'default', encryption });
  const client = await connectClient(target);
  undo.push(() => client.connection.close());
  const bankUrl = await front(sandboxUrl);
  const records = keepsRecords ? await startRecords(folder) : undefined;
  undo.push(async () => records?.stop());
  const parts = { temporal, sandbox, sandboxUrl: bankUrl, settings: worker, encryptionKeys };
  const workers = new Workers({ ...parts, ...(records && { records }) });
  undo.push(() => workers.stop());
  const left = new AbortController();
  setMaxListeners(0, left.signal);
  undo.push(async () => {
    left.abort();
  });
  return {
    client,
    sandbox,
    sandboxUrl,
    closing: left.signal,
    workerPid: () => workers.pid,
    databaseBytes: () => bytesOf(dbFile),
    replaceWorker: () => workers.replace(),
    hire: () => workers.hire(),
    records,
  };
}

/** The worker process, of which there is one at a time unless more are hired. */
class Workers {
  private worker: ProgramProcess;
  private readonly hired: ProgramProcess[] = [];

  constructor(private readonly parts: Omit<WorkerEnvironment, 'logLevel'>) {
    this.worker = this.start();
  }

  get pid(): number {
    if (this.worker.pid === undefined) throw new Error('the worker has no process');
    return this.worker.pid;
  }

  async replace(): Promise<void> {
    process.kill(this.pid, 'SIGKILL');
    await this.worker.ended;
    this.worker = this.start();
  }

  hire(): ProgramProcess {
    const worker = this.start();
    this.hired.push(worker);
    return worker;
  }

  async stop(): Promise<void> {
    await Promise.all([this.worker, ...this.hired].map((worker) => worker.stop()));
  }

  private start(): ProgramProcess {
    return startWorker({ ...this.parts, logLevel: 'error' });
  }
}

/** Bytes of a database of Temporal's development server, its journal included. */
export async function bytesOf(database: string): Promise<number> {
  const sizes = await Promise.all([database, `${database}-wal`].map((file) => stat(file)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
