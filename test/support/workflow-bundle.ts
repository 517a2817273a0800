import type { WorkflowBundlePath } from '@temporalio/worker';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflows } from '../../src/temporal/bundle';

/** Bundles the workflows once for all test files. */
export default async function setUp(): Promise<void> {
  const path = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'workflows.js');
  const bundle = await bundleWorkflows();
  if (!('code' in bundle)) throw new Error('the bundler gave no code');
  writeFileSync(path, bundle.code);
  process.env.TEST_WORKFLOW_BUNDLE = path;
}

/** The workflows as they ship, bundled once per test run. */
export const workflowBundle = (): WorkflowBundlePath => ({
  codePath: process.env.TEST_WORKFLOW_BUNDLE ?? '',
});
