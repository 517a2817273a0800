import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/read-config';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { createSandbox, type Sandbox } from '../../sandbox/app';
import type { SandboxSettings } from '../../sandbox/settings';
import { startProgram, startWorker, type ProgramProcess } from '../../stack/program-process';
import { createStackKeys, type StackKeys } from '../../stack/stack-keys';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { startDevServer, type DevServer } from '../../stack/dev-server';
import { freePort } from '../../src/temporal/ports';
import type { Encryption } from '../../src/temporal/encryption/data-converters';
import { createEncryptionKeys } from '../../src/temporal/encryption/key-ring-file';
import { keyRingOf } from '../../src/temporal/encryption/settings';
import { byWorkflow, numberIn, orderOf, type PayOut } from '../payouts';
import type { Undo } from '../test-environment';

/** `bare`: a workflow that does nothing. `off`: a payout, readable and unsigned. `on`: encrypted and signed. */
export const VARIANTS = ['bare', 'off', 'on'] as const;
export type VariantName = (typeof VARIANTS)[number];

/** A limit out of reach, and payouts that have settled by the time of the first read. */
export const SETTINGS = { limit: 1_000_000, durations: { payoutSettlement: 0 }, seed: 'bench' };

/** One kind of workflow on the common server, with a namespace, a worker process and a client of its own. */
export interface Variant<N extends string = VariantName> {
  readonly name: N;
  readonly payOut: PayOut;
  readonly workerPid: number;
  /** Resolves when the worker has done what it does after the ends of payouts. */
  readonly settled?: () => Promise<void>;
}

const BARE_WORKER = join('bench', 'engine', 'bare-worker.ts');

/** The namespaces beside `default`, which the keys of a stack are made for. */
const NAMESPACES = ['bare', 'off'];

/** The variants, and where their common server tells what it has done. */
export interface Variants<N extends string = VariantName> {
  readonly variants: readonly Variant<N>[];
  readonly metricsUrl: string;
}

/** One durable server and one emulated bank for all. */
export async function openVariants(settings: SandboxSettings, undo: Undo): Promise<Variants> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  const metricsPort = await freePort();
  const temporal = await startDevServer({
    ...{ cliPath, port: 0, uiPort: 0, metricsPort, searchAttributes, namespaces: NAMESPACES },
    dbFile: join(folder, 'temporal.db'),
  });
  undo.push(() => temporal.stop());
  const sandbox = await createSandbox(settings);
  undo.push(() => sandbox.close());
  const sandboxUrl = await sandbox.listen({ port: 0 });
  const keys = await createStackKeys(folder, 'signed');
  if (!keys) throw new Error('keys are made in the mode signed');
  const shared = { folder, undo, temporal, sandbox, sandboxUrl, keys };
  const variants = [await openBare(shared), await openOff(shared), await openOn(shared)];
  return { variants, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
}

interface Shared {
  readonly folder: string;
  readonly undo: Undo;
  readonly temporal: DevServer;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  readonly keys: StackKeys;
}

async function openBare({ undo, temporal: { address } }: Shared): Promise<Variant> {
  const environment = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: 'bare', ENCRYPTION: 'off' };
  const workerPid = watched(undo, startProgram(BARE_WORKER, { ...environment, ENCRYPTION_KEYS: '' }));
  const client = await connect(undo, address, 'bare', 'off');
  const payOut = (reference: string) => {
    const input = { reference, ...orderOf(numberIn(reference)) };
    const start = { workflowId: `bare:${reference}`, taskQueue: 'bare', args: [input] };
    return client.workflow.execute('bareWorkflow', start);
  };
  return { name: 'bare', workerPid, payOut };
}

/** By the same policy as `on`. */
async function openOff({ keys, ...shared }: Shared): Promise<Variant> {
  const { undo, temporal } = shared;
  const { PAYOUT_POLICY_FILE } = keys.environment;
  const settings = { TEMPORAL_NAMESPACE: 'off', ...(PAYOUT_POLICY_FILE && { PAYOUT_POLICY_FILE }) };
  const worker = startWorker({ ...shared, logLevel: 'error', encryptionKeys: 'off', settings });
  const workerPid = watched(undo, worker);
  const client = await connect(undo, temporal.address, 'off', 'off');
  return { name: 'off', workerPid, payOut: byWorkflow({ client, closing: closing(undo) }) };
}

async function openOn({ folder, ...shared }: Shared): Promise<Variant> {
  const { undo, temporal, keys } = shared;
  const encryptionKeys = join(folder, 'encryption-keys.json');
  createEncryptionKeys(encryptionKeys);
  const workerPid = watched(undo, startWorker({ ...shared, logLevel: 'error', encryptionKeys }));
  const client = await connect(undo, temporal.address, 'default', keyRingOf(encryptionKeys, 'reader'));
  const payOut = byWorkflow({ client: keys.clientOf(client), closing: closing(undo) });
  return { name: 'on', workerPid, payOut };
}

export async function connect(undo: Undo, address: string, namespace: string, encryption: Encryption) {
  const client = await connectClient(temporalTarget({ address, namespace, encryption }));
  undo.push(() => client.connection.close());
  return client;
}

export function closing(undo: Undo): AbortSignal {
  const left = new AbortController();
  setMaxListeners(0, left.signal);
  undo.push(async () => {
    left.abort();
  });
  return left.signal;
}

export function watched(undo: Undo, program: ProgramProcess): number {
  undo.push(() => program.stop());
  if (program.pid === undefined) throw new Error('the worker has no process');
  return program.pid;
}
