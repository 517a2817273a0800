import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { ChildServer } from './child-server';
import { freePort, isFree } from '../src/temporal/ports';

export interface DevServerOptions {
  /** The Temporal command line. */
  readonly cliPath: string;
  /** 7233 by default; 0 takes a free one. */
  readonly port?: number;
  /** The port plus 1000 by default; 0 takes a free one. */
  readonly uiPort?: number;
  /** The port of its metrics; by default an unknown one. */
  readonly metricsPort?: number;
  /** Keeps workflows over a restart; without it they are gone when the server stops. */
  readonly dbFile?: string;
  /** The codec server that decrypts payloads for the Web UI. */
  readonly codecEndpoint?: string;
  /** Namespaces to create at start, beside `default`. */
  readonly namespaces?: readonly string[];
  /** Search attributes to register at start, by name and type. */
  readonly searchAttributes?: Readonly<Record<string, string>>;
}

export interface DevServer {
  readonly address: string;
  readonly uiUrl: string;
  /** Resolves when the server has ended, for whatever cause. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  /** Kills the server (SIGKILL) and restarts it on the same ports and data, which a real one must survive. */
  crash(): Promise<void>;
}

/** The server did not come up. The message is for people. */
export class DevServerError extends Error {
  override readonly name = 'DevServerError';
  readonly kind = 'unreachable';
}

const HEALTHY_WITHIN_MS = 30_000;

/** Starts a Temporal development server with its Web UI, and waits until its namespace takes workflows. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const port = options.port === 0 ? await freePort() : (options.port ?? 7233);
  const uiPort = options.uiPort === 0 ? await freePort() : (options.uiPort ?? port + 1_000);
  for (const each of [port, uiPort])
    if (!(await isFree(each))) throw new DevServerError(`The port ${each} is in use. Choose another one.`);
  if (options.dbFile !== undefined) await mkdir(dirname(options.dbFile), { recursive: true });
  const address = `127.0.0.1:${port}`;
  const start = async () => {
    const args = flags(port, uiPort, options);
    const server = new ChildServer({ command: options.cliPath, args, env: RUNTIME });
    await untilHealthy(server, address);
    return server;
  };
  let server = await start();
  return {
    address,
    uiUrl: `http://127.0.0.1:${uiPort}`,
    ended: server.ended,
    stop: () => server.stop(),
    crash: async () => {
      await server.crash();
      // Its shell ends at once; the server itself may take a moment longer.
      for (const each of [port, uiPort]) await untilFree(each);
      server = await start();
    },
  };
}

function flags(
  port: number,
  uiPort: number,
  { dbFile, codecEndpoint, metricsPort, namespaces = [], searchAttributes = {} }: DevServerOptions,
): string[] {
  const durable =
    dbFile === undefined
      ? []
      : ['--db-filename', dbFile, ...pragmas({ journal_mode: 'WAL', synchronous: 'FULL' })];
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--log-level', 'error'],
    ...['--port', String(port), '--ui-port', String(uiPort)],
    ...(metricsPort === undefined ? [] : ['--metrics-port', String(metricsPort)]),
    ...durable,
    ...namespaces.flatMap((namespace) => ['--namespace', namespace]),
    ...(codecEndpoint === undefined ? [] : ['--ui-codec-endpoint', codecEndpoint]),
    ...Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) => [
      '--dynamic-config-value',
      `${key}=${value}`,
    ]),
    ...Object.entries(searchAttributes).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
  ];
}

/** Go collects garbage less often, which saves a tenth of the processor's time for some tens of MiB. */
const RUNTIME = { GOGC: '400' };

const DYNAMIC_CONFIG = {
  // By default consecutive tasks start on a tick of 50 ms.
  'history.transferProcessorMaxPollRPS': 200,
  // A queue keeps every task since its last checkpoint, and reads all of them again with the new ones.
  'history.transferProcessorUpdateAckInterval': '"2s"',
  'history.visibilityProcessorUpdateAckInterval': '"2s"',
  // By default the server reads the attributes, which are registered at start, again for each workflow task.
  'system.forceSearchAttributesCacheRefreshOnRead': false,
  // The order by priority is exact only within one partition.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

const pragmas = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => ['--sqlite-pragma', `${name}=${value}`]);

/** Waits until the server takes workflows. @throws DevServerError */
async function untilHealthy(server: ChildServer, address: string): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  while (!(await takesWorkflows(address))) {
    if (server.hasEnded) throw new DevServerError(`The Temporal server ended at once: ${server.complaint}`);
    if (performance.now() > deadline) {
      await server.stop();
      throw new DevServerError(`The Temporal server did not answer within ${HEALTHY_WITHIN_MS / 1_000} s.`);
    }
    await sleep(100);
  }
}

/** Whether the server is up and a namespace ready. */
export async function takesWorkflows(address: string, namespace = 'default'): Promise<boolean> {
  const connection = Connection.lazy({ address });
  try {
    const patience = Date.now() + 1_000;
    const describe = () => connection.workflowService.describeNamespace({ namespace });
    await connection.withDeadline(patience, describe);
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

const LOOK_EVERY_MS = 20;
const FREE_WITHIN_MS = 10_000;

/** Waits for a free port, 10 s at most: the program that is to listen there reports the problem better. */
export async function untilFree(port: number): Promise<void> {
  const deadline = performance.now() + FREE_WITHIN_MS;
  while (!(await isFree(port)) && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
}
