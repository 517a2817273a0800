import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from '@temporalio/worker';

const SOURCE = join(__dirname, '..');
const EXTENSION = extname(__filename);

/**
 * All workflows as one script, built once (1.5 s) and shared by all workers of a process. Our modules keep no state,
 * so the workflows of a thread share one copy of them: three quarters of what a cached workflow would cost otherwise.
 */
export const bundleWorkflows = (): Promise<WorkflowBundle> =>
  bundleWorkflowCode({
    workflowsPath: join(SOURCE, 'workflows', `index${EXTENSION}`),
    workflowInterceptorModules: [join(SOURCE, 'workflows', `inbound-messages${EXTENSION}`)],
    preloadModules: ['domain', 'workflows'].flatMap(modulesIn),
    logger: new DefaultLogger('WARN'),
  });

const modulesIn = (room: string): string[] =>
  readdirSync(join(SOURCE, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => extname(file) === EXTENSION && !file.endsWith('.d.ts'))
    .map((file) => join(SOURCE, room, file));
