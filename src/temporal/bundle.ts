import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { DataConverter } from '@temporalio/common';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from '@temporalio/worker';

const SOURCE = join(__dirname, '..');
const EXTENSION = extname(__filename);

/** What workers could not read is refused before messages are looked at. */
const INTERCEPTORS = ['unreadable-payloads', 'inbound-messages'].map((name) =>
  join(SOURCE, 'workflows', `${name}${EXTENSION}`),
);

/**
 * All workflows as one script, built once (1.5 s) and shared by all workers of a process. Our modules keep no state,
 * so the workflows of a thread share one copy of them: three quarters of what a cached workflow would cost otherwise. Failures are encoded where the workers' data converter says so.
 */
export const bundleWorkflows = ({ failureConverterPath }: DataConverter = {}): Promise<WorkflowBundle> =>
  bundleWorkflowCode({
    workflowsPath: join(SOURCE, 'workflows', `index${EXTENSION}`),
    preloadModules: ['domain', 'workflows'].flatMap(modulesIn),
    workflowInterceptorModules: INTERCEPTORS,
    ...(failureConverterPath !== undefined && { failureConverterPath }),
    logger: new DefaultLogger('WARN'),
  });

const modulesIn = (room: string): string[] =>
  readdirSync(join(SOURCE, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => extname(file) === EXTENSION && !file.endsWith('.d.ts'))
    .map((file) => join(SOURCE, room, file));
