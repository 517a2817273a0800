import type { DataConverter } from '@temporalio/common';
import type { WorkflowBundlePath } from '@temporalio/worker';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { failureConverterPath } from '../../src/temporal/encryption/data-converters';
import { SharedPostgres } from './records/server';

/** Bundles the workflows once for all test files, with readable failures and with encoded ones, and offers them a PostgreSQL, which starts when one asks. */
export default async function setUp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  process.env.TEST_WORKFLOW_BUNDLE = await bundled(join(folder, 'workflows.js'));
  process.env.TEST_ENCODING_BUNDLE = await bundled(join(folder, 'encoding.js'), { failureConverterPath });
  // Workers of tests keep no records, but where a test or a stack brings a database.
  process.env.RECORDS = 'off';
  // Programs of tests take what is unsigned, but where a test or a stack brings keys.
  process.env.AUTHORITY = 'open';
  const sharedPostgres = new SharedPostgres();
  process.env.TEST_RECORDS_SOCKET = sharedPostgres.socket;
  Object.assign(globalThis, { sharedPostgres });
}

async function bundled(path: string, dataConverter?: DataConverter): Promise<string> {
  const bundle = await bundleWorkflows(dataConverter);
  if (!('code' in bundle)) throw new Error('the bundler gave no code');
  writeFileSync(path, bundle.code);
  return path;
}

/** The workflows as they ship, bundled once per test run. */
export const workflowBundle = (dataConverter: DataConverter = {}): WorkflowBundlePath => ({
  codePath:
    (dataConverter.failureConverterPath === undefined
      ? process.env.TEST_WORKFLOW_BUNDLE
      : process.env.TEST_ENCODING_BUNDLE) ?? '',
});

/** The same with other bounds, by the names of their constants. */
export function bundleWith(
  bounds: Readonly<Record<string, number>>,
  dataConverter?: DataConverter,
): WorkflowBundlePath {
  const bundle = workflowBundle(dataConverter);
  if (Object.keys(bounds).length === 0) return bundle;
  let code = readFileSync(bundle.codePath, 'utf8');
  for (const [name, bound] of Object.entries(bounds)) {
    const constant = new RegExp(`const ${name} = \\w+;`);
    if (!constant.test(code)) throw new Error(`the bundle has no constant ${name}`);
    code = code.replace(constant, `const ${name} = ${bound};`);
  }
  const codePath = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'workflows.js');
  writeFileSync(codePath, code);
  return { codePath };
}
