import { Client } from '@temporalio/client';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker, type WorkflowBundle } from '@temporalio/worker';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../src/config/read-config';
import { searchAttributes } from '../../../src/domain/wire/search-attributes';
import { connectClient, temporalTarget, type TemporalClient } from '../../../src/temporal/connection';
import { connectWorkers } from '../../../src/temporal/workers';
import { startDevServer } from '../../../stack/dev-server';
import { activityInterceptors } from '../../../src/temporal/encryption/bound-activities';
import { testKeys } from '../encryption';
import { canary, type PathActivities } from './payload-paths';

/** Told by each attempt of `remote`, in turn. */
const activities: PathActivities = {
  async endless() {
    await Context.current().cancelled;
    return { text: 'cancelled' };
  },
  async remote({ text }) {
    const { info } = Context.current();
    const toldBefore: unknown = (info as { heartbeatDetails?: unknown }).heartbeatDetails;
    if (info.attempt === 1) {
      Context.current().heartbeat({ text: canary('heartbeat') });
      throw ApplicationFailure.create({ message: canary('failed-attempt'), type: 'NotYet' });
    }
    if (text !== canary('activity-input')) throw ApplicationFailure.nonRetryable('another input came');
    return { result: { text: canary('activity-result') }, toldBefore };
  },
  async local({ text }) {
    if (text !== canary('local-input')) throw ApplicationFailure.nonRetryable('another input came');
    return { text: canary('local-result') };
  },
};

export const QUEUE = 'paths';

/** A durable server whose database can be searched, and a worker for the workflows that take every path. */
export interface PayloadEnvironment {
  /** Of a person with the command line. */
  readonly client: TemporalClient;
  /** Of the activities of a worker. */
  readonly clientOfWorker: Client;
  readonly address: string;
  readonly keyFile: string;
  readonly bundle: WorkflowBundle;
  readonly dataConverter: ReturnType<typeof temporalTarget>['dataConverters']['forWorkers'];
  /** Runs workers while something is done. `maxCachedWorkflows: 0` replays each case from its start at every task. */
  whileWorking<R>(use: () => Promise<R>, maxCachedWorkflows?: number): Promise<R>;
  /** Which of these texts lie readable in the files of the database. */
  readable(texts: readonly string[]): string[];
  stop(): Promise<void>;
}

export async function startPayloadEnvironment(mode: 'on' | 'off'): Promise<PayloadEnvironment> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const folder = mkdtempSync(join(tmpdir(), 'paths-'));
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  const dbFile = join(folder, 'temporal.db');
  const server = await startDevServer({ cliPath, port: 0, uiPort: 0, dbFile, searchAttributes });
  const keys = testKeys(mode);
  const target = temporalTarget({
    address: server.address,
    namespace: 'default',
    encryption: keys.encryption,
  });
  const [client, connection] = await Promise.all([connectClient(target), connectWorkers(target)]);
  const dataConverter = target.dataConverters.forWorkers;
  const { failureConverterPath } = dataConverter;
  const bundle = await bundleWorkflowCode({
    workflowsPath: require.resolve('./payload-paths'),
    workflowInterceptorModules: ['unreadable-payloads', ...(mode === 'on' ? ['bound-calls'] : [])].map(
      (name) => require.resolve(`../../../src/workflows/interceptors/${name}`),
    ),
    ...(failureConverterPath !== undefined && { failureConverterPath }),
    logger: new DefaultLogger('ERROR'),
  });
  return {
    clientOfWorker: new Client({
      ...{ connection: client.connection, namespace: target.namespace },
      dataConverter: target.dataConverters.forClientsOfWorkers,
    }),
    ...{ client, bundle, dataConverter, address: server.address, keyFile: keys.path },
    async whileWorking(use, maxCachedWorkflows = 100) {
      const worker = await Worker.create({
        ...{ connection, dataConverter, activities, maxCachedWorkflows },
        ...{
          taskQueue: QUEUE,
          workflowBundle: bundle,
          interceptors: { activity: activityInterceptors(dataConverter) },
        },
      });
      return worker.runUntil(use);
    },
    readable(texts) {
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
      return texts.filter((text) => files.some((file) => encodings(text).some((one) => file.includes(one))));
    },
    async stop() {
      await Promise.all([client.connection.close(), connection.close()]);
      await server.stop();
      keys.remove();
      rmSync(folder, { recursive: true });
    },
  };
}

const encodings = (text: string): Buffer[] => {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((shift) =>
    // What stands before the text moves its letters; those at its ends depend on the neighbours.
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [text, ...base64, bytes.toString('hex'), encodeURIComponent(text)]
    .map((one) => Buffer.from(one))
    .concat(Buffer.from(text, 'utf16le'));
};
