import type { WorkflowBundlePath } from '@temporalio/worker';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { SharedPostgres } from './records/server';

/** Bundles the workflows once for all test files, and offers them a PostgreSQL, which starts when one asks. */
export default async function setUp(): Promise<void> {
  const path = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'workflows.js');
  const bundle = await bundleWorkflows();
  if (!('code' in bundle)) throw new Error('the bundler gave no code');
  writeFileSync(path, bundle.code);
  process.env.TEST_WORKFLOW_BUNDLE = path;
  // Workers of tests keep no records, but where a test or a stack brings a database.
  process.env.RECORDS = 'off';
  const sharedPostgres = new SharedPostgres();
  process.env.TEST_RECORDS_SOCKET = sharedPostgres.socket;
  Object.assign(globalThis, { sharedPostgres });
}

/** The workflows as they ship, bundled once per test run. */
export const workflowBundle = (): WorkflowBundlePath => ({
  codePath: process.env.TEST_WORKFLOW_BUNDLE ?? '',
});
