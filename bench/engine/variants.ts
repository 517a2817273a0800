import { setMaxListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { createSandbox, type Sandbox } from '../../src/sandbox/app';
import type { SandboxSettings } from '../../src/sandbox/settings';
import { startProgram, type ProgramProcess } from '../../src/stack/program-process';
import { createStackKeys } from '../../src/stack/stack-keys';
import { startWorker } from '../../src/stack/worker-process';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { startDevServer, type DevServer } from '../../src/temporal/dev-server';
import type { Encryption } from '../../src/temporal/encryption/data-converters';
import { createKeyFile } from '../../src/temporal/encryption/key-store';
import { keyRingOf } from '../../src/temporal/encryption/settings';
import { byWorkflow, numberIn, orderOf, type PayOut } from '../payouts';
import type { Undo } from '../test-environment';

/** `bare`: a workflow that does nothing. `off`: a payout, readable and unsigned. `on`: encrypted and signed. */
export const VARIANTS = ['bare', 'off', 'on'] as const;
export type VariantName = (typeof VARIANTS)[number];

/** One kind of workflow on the common server, with a namespace, a worker process and a client of its own. */
export interface Variant {
  readonly name: VariantName;
  readonly payOut: PayOut;
  readonly workerPid: number;
}

const BARE_WORKER = join('..', 'bench', 'engine', 'bare', 'bare-worker');

/** The same policy for both: without a file, a worker would have none to check acts by. */
const USUAL_POLICY = { version: 1 };

/** One durable server and one emulated bank for all. */
export async function openVariants(settings: SandboxSettings, undo: Undo): Promise<readonly Variant[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  const temporal = await startDevServer({
    ...{ cliPath, port: 0, uiPort: 0, searchAttributes, namespaces: VARIANTS },
    dbFile: join(folder, 'temporal.db'),
  });
  undo.push(() => temporal.stop());
  const sandbox = await createSandbox(settings);
  undo.push(() => sandbox.close());
  const sandboxUrl = await sandbox.listen({ port: 0 });
  const shared = { folder, undo, temporal, sandbox, sandboxUrl };
  return [await openBare(shared), await openOff(shared), await openOn(shared)];
}

interface Shared {
  readonly folder: string;
  readonly undo: Undo;
  readonly temporal: DevServer;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
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

async function openOff(shared: Shared): Promise<Variant> {
  const policyFile = join(shared.folder, 'policy-of-off.json');
  await writeFile(policyFile, JSON.stringify(USUAL_POLICY));
  const settings = { TEMPORAL_NAMESPACE: 'off', PAYOUT_POLICY_FILE: policyFile };
  const { undo, temporal } = shared;
  const workerPid = watched(
    undo,
    startWorker({ ...shared, logLevel: 'error', encryptionKeys: 'off', settings }),
  );
  const client = await connect(undo, temporal.address, 'off', 'off');
  return { name: 'off', workerPid, payOut: byWorkflow({ client, closing: closing(undo) }) };
}

async function openOn(shared: Shared): Promise<Variant> {
  const { folder, undo, temporal } = shared;
  const keys = createStackKeys(folder, 'signed');
  const encryptionKeys = join(folder, 'encryption-keys.json');
  createKeyFile(encryptionKeys);
  const settings = { TEMPORAL_NAMESPACE: 'on' };
  const workerPid = watched(
    undo,
    startWorker({ ...shared, logLevel: 'error', encryptionKeys, keys, settings }),
  );
  const client = await connect(undo, temporal.address, 'on', keyRingOf(encryptionKeys));
  const signing = keys?.clientOf(client) ?? client;
  return { name: 'on', workerPid, payOut: byWorkflow({ client: signing, closing: closing(undo) }) };
}

async function connect(undo: Undo, address: string, namespace: string, encryption: Encryption) {
  const client = await connectClient(temporalTarget({ address, namespace, encryption }));
  undo.push(() => client.connection.close());
  return client;
}

function closing(undo: Undo): AbortSignal {
  const left = new AbortController();
  setMaxListeners(0, left.signal);
  undo.push(async () => {
    left.abort();
  });
  return left.signal;
}

function watched(undo: Undo, program: ProgramProcess): number {
  undo.push(() => program.stop());
  if (program.pid === undefined) throw new Error('the worker has no process');
  return program.pid;
}
