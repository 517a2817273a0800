import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { DataConverter } from '@temporalio/common';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from '@temporalio/worker';

const SOURCE = join(__dirname, '..');

/** In order: time is set first, and unreadable payloads are refused before messages are handled. */
export const INTERCEPTORS = [
  'history-time',
  'unreadable-payloads',
  'inbound-messages',
  'local-activities',
  'last-command',
  'versioning',
].map((name) => join(SOURCE, 'workflows', 'interceptors', `${name}.ts`));

/** With encrypted payloads, each answer must belong to its call. Last, to stand next to the server. */
const BOUND_CALLS = join(SOURCE, 'workflows', 'interceptors', 'bound-calls.ts');

/** The workflows for a worker: compiled programs load the build's bundle, others bundle the sources. */
export const workflowBundle = async (converter: DataConverter) =>
  extname(__filename) === '.js'
    ? { codePath: join(SOURCE, bundleFile(converter)) }
    : bundleWorkflows(converter);

/** Where the build puts the bundle for workers with this converter. */
export const bundleFile = ({ failureConverterPath }: DataConverter): string =>
  failureConverterPath === undefined ? 'workflows.bundle.js' : 'workflows-encoding.bundle.js';

/**
 * All workflows as one script, built once (1.5 s) and shared by all workers of a process. Our modules keep no
 * state, so the workflows of a thread share one copy of them, which saves three quarters of a cached
 * workflow's cost. Failures are encoded if the workers' data converter encodes them.
 */
export const bundleWorkflows = ({ failureConverterPath }: DataConverter = {}): Promise<WorkflowBundle> =>
  bundleWorkflowCode({
    workflowsPath: join(SOURCE, 'workflows', 'index.ts'),
    preloadModules: ['domain', 'workflows'].flatMap(modulesIn),
    workflowInterceptorModules: [
      ...INTERCEPTORS,
      ...(failureConverterPath === undefined ? [] : [BOUND_CALLS]),
    ],
    ...(failureConverterPath !== undefined && { failureConverterPath }),
    logger: new DefaultLogger('WARN'),
  });

/** The modules, with zod, that describe case kinds and events to other programs. */
const ROWS = /^domain\/(kinds|events\/events|[a-z-]+\/kind|[a-z-]+\/input)\.ts$/;

const modulesIn = (room: string): string[] =>
  readdirSync(join(SOURCE, room), { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((file) => file.endsWith('.ts') && !ROWS.test(file))
    .map((file) => join(SOURCE, file));
