// Lets a worker bundle other workflows than those of the sources: with one more module around them, which the query of
// this module's address names. Loaded before everything else; plain JavaScript, since Node hands it on to worker threads,
// where no TypeScript is loaded.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const bundler = createRequire(import.meta.url)('@temporalio/worker/lib/workflow/bundler.js');
  const { bundleWorkflowCode } = bundler;
  const { search } = new URL(import.meta.url);
  const added = fileURLToPath(new URL(`${search.slice(1)}.ts`, import.meta.url));
  bundler.bundleWorkflowCode = ({ workflowInterceptorModules, ...options }) =>
    bundleWorkflowCode({ ...options, workflowInterceptorModules: [...workflowInterceptorModules, added] });
}
