import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { AuthorityMode } from '../src/domain/case/proof';
import { searchAttributes } from '../src/domain/wire/search-attributes';
import { createSandbox } from '../sandbox/app';
import { refusal } from '../src/cases/request-error';
import { connectClient, temporalTarget } from '../src/temporal/connection';
import { startDevServer } from './dev-server';
import { freePort, isFree } from '../src/temporal/ports';
import { announceStack } from './announcement';
import { copyOfDocuments, providerVariables, startDesk } from './desk-process';
import type { StackOptions } from './stack-options';
import {
  clockVariables,
  newWebhookEndpoint,
  startReceiver,
  startWorker,
  type WebhookEndpoint,
} from './program-process';
import { startRecords } from './stack-records';
import { createStackKeys, encryptionOfStack, holdersKeys, startStackCodec } from './stack-keys';

const DAY_SECONDS = 86_400;

/** A running stack: all programs on one machine. */
export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The options of the command line, and further ones. */
type HowToStart = StackOptions & {
  readonly cliPath: string;
  /** Whether to create keys; by default as the environment says. */
  readonly authority?: AuthorityMode;
  /** Starts another server than the development server. */
  readonly startTemporal?: typeof startDevServer;
  /** Further settings of the worker. */
  readonly settings?: NodeJS.ProcessEnv | undefined;
};

/** Starts Temporal, PostgreSQL for the records, the sandbox, its event receiver, a worker and a desk. */
export async function startStack(options: HowToStart) {
  const undo: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  /** Ends everything, dependents first: desk, worker, receiver, sandbox, Temporal, codec, records, data. */
  const stop = async () => {
    isStopping = true;
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await startParts(options, undo)), stop, stopping: () => isStopping };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: HowToStart, undo: (() => Promise<unknown>)[]) {
  await claim(options.sandboxPort);
  const folder = await mkdtemp(join(tmpdir(), 'stack-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL makes its data while Temporal starts.
  const recordsStarting = startRecords(folder);
  undo.push(() =>
    recordsStarting.then(
      (started) => started.stop(),
      () => undefined,
    ),
  );
  const { cliPath, startTemporal = startDevServer } = options;
  const { port, uiPort } = await portsOf(options);
  const dbFile = join(folder, 'temporal.db');
  const { encryptionKeys, encryption } = encryptionOfStack(folder);
  const codec = await startStackCodec(encryption, { port: options.codecPort, uiPort });
  undo.push(() => codec.stop());
  const { codecEndpoint } = codec;
  const temporal = await startTemporal({
    ...{ cliPath, dbFile, searchAttributes, port, uiPort },
    ...(codecEndpoint !== undefined && { codecEndpoint }),
  });
  undo.push(() => temporal.stop());
  const keys = await createStackKeys(folder, options.authority);
  const withdraw = announceStack(temporal.address, {
    encryptionKeys: holdersKeys(encryptionKeys, 'reader'),
    ...(keys && { signing: keys.signing }),
  });
  undo.push(async () => {
    withdraw();
  });
  const webhookEndpoint = await newWebhookEndpoint();
  const sandbox = await createSandbox(sandboxSettings(options, webhookEndpoint));
  undo.push(() => sandbox.close());
  const sandboxUrl = await sandbox.listen({ port: options.sandboxPort });
  const receiver = startReceiver(webhookEndpoint, { temporal, encryptionKeys, logLevel: options.logLevel });
  undo.push(() => receiver.stop());
  // It is never closed: a query retried on a closed channel throws where no code of ours can catch it.
  const target = temporalTarget({ address: temporal.address, namespace: 'default', encryption });
  const unsigned = await connectClient(target);
  const records = await recordsStarting;
  const documents = options.deskPort === undefined ? undefined : await copyOfDocuments(folder);
  // The provider's port is chosen first, since the worker checks the desk's logins.
  const providerPort = options.deskPort === undefined ? undefined : await freePort();
  const worker = startWorker({
    temporal,
    sandbox,
    sandboxUrl,
    records,
    keys,
    encryptionKeys,
    documents,
    settings:
      providerPort === undefined ? undefined : { ...providerVariables(providerPort), PAYING_ACCOUNTS },
    ...options,
  });
  undo.push(() => worker.stop());
  const desk =
    documents === undefined
      ? undefined
      : await startDesk({
          ...{ temporal, records, encryptionKeys, documents, folder, keys, providerPort },
          clock: clockVariables(sandbox),
          ...options,
        });
  undo.push(async () => desk?.stop());
  const client: Client = keys?.clientOf(unsigned) ?? unsigned;
  return {
    ...{ desk, temporal, temporalFile: dbFile, sandbox, sandboxUrl, keys, records },
    /** Signs messages if the stack has keys. */
    client,
    ...{ webhookEndpoint, receiver, worker },
    /** The workers' key file of the stack's encryption, or `off`. */
    encryptionKeys,
    /** The codec server that decrypts for every program of this machine; `undefined` without one. */
    codecEndpoint,
    settings: options.settings,
  };
}

/** The accounts of the emulated bank that a desk offers to pay from. */
const PAYING_ACCOUNTS = '9000000001 Operations, 9000000002 Petty cash';

/** Chooses the ports first, since a codec server must know the Web UI's port before that starts. */
async function portsOf(options: StackOptions) {
  const chosen = async (asked: number | undefined, usual: number) =>
    asked === 0 ? freePort() : (asked ?? usual);
  const port = await chosen(options.port, 7233);
  return { port, uiPort: await chosen(options.uiPort, port + 1_000) };
}

/** @throws RequestError before anything starts; Temporal's ports are checked when it starts. */
async function claim(sandboxPort: number): Promise<void> {
  if (!(await isFree(sandboxPort)))
    throw refusal(`The port ${sandboxPort} is in use. Choose another --sandbox-port.`);
}

/** On so fast a clock an offer must live long, or one closed rate-limit window would outlast it. */
const sandboxSettings = (
  { rate, limit, windowSeconds, reading: readings }: StackOptions,
  { url, secret }: WebhookEndpoint,
) => ({
  rate,
  limit,
  windowSeconds,
  readings,
  webhook: { url, secret, retryFirstSeconds: 1 },
  durations: { offerValidity: 180 * DAY_SECONDS },
});
