import type { DataConverter } from '@temporalio/common';
import type { WorkflowBundlePath } from '@temporalio/worker';
import { existsSync, mkdtempSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { failureConverterPath } from '../../src/temporal/encryption/data-converters';
import { SharedPostgres } from './records/server';

/** Bundles the workflows once for all test files, with readable failures and with encoded ones, and offers them a PostgreSQL, which starts when one asks. */
export default async function setUp(): Promise<void> {
  useMemory();
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

const MEMORY = '/dev/shm';
const MEMORY_MIN_BYTES = 4 * 2 ** 30;

/** Temporary files, data of PostgreSQL above all, stand in memory where the machine offers enough of it. */
function useMemory(): void {
  const { bavail, bsize } = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
  if (bavail * bsize >= MEMORY_MIN_BYTES) process.env.TMPDIR = MEMORY;
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
    const constant = new RegExp(`const ${name} = \\w+;`, 'g');
    const found = code.match(constant)?.length ?? 0;
    if (found !== 1) throw new Error(`the bundle has ${found} constants ${name}, and a bound is for one`);
    code = code.replace(constant, `const ${name} = ${bound};`);
  }
  const codePath = join(mkdtempSync(join(tmpdir(), 'bundle-')), 'workflows.js');
  writeFileSync(codePath, code);
  return { codePath };
}
