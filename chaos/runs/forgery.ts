import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { failureConverterPath } from '../../src/temporal/encryption/data-converters';
import { SharedPostgres } from '../../test/support/records/server';
import { attempts } from '../forgery/attempts';
import { signedEnvironment } from '../forgery/environment';
import { forge } from '../forgery/forge';
import { proveTakenBack } from '../forgery/planted';
import type { Row } from '../report';
import type { RunOptions, SelfContainedRun } from './run';

/** As many as the whole run makes at least. */
const ATTEMPTS = 1_500;

/** The environment takes the workflows from a file, as the tests have them. */
async function writeBundle(): Promise<void> {
  const bundle = await bundleWorkflows({ failureConverterPath });
  if (!('code' in bundle)) throw new Error('the bundler gave no code');
  const path = join(mkdtempSync(join(tmpdir(), 'forgery-')), 'workflows.js');
  writeFileSync(path, bundle.code);
  process.env.TEST_ENCODING_BUNDLE = path;
}

const prove = (options: RunOptions): Promise<Row> =>
  options.planted ? proveTakenBack(options) : proveAll(options);

async function proveAll({ quick, kind = '' }: RunOptions): Promise<Row> {
  const kinds = new Map([...attempts].filter(([name]) => name.includes(kind)));
  if (kinds.size === 0) throw new Error(`no kind of attempt has the name ${kind}`);
  await writeBundle();
  const postgres = new SharedPostgres();
  process.env.TEST_RECORDS_SOCKET = postgres.socket;
  const env = await signedEnvironment();
  try {
    const found = await forge(env, quick ? 1 : Math.ceil(ATTEMPTS / kinds.size), kinds);
    const { effects, taken, twins, paid } = found;
    return { fields: { ...found }, holds: effects === 0 && taken === 0 && paid === twins };
  } finally {
    await env.stop();
    await postgres.stop();
  }
}

/** Forged starts, approvals and proofs, through Temporal's own interface. */
export const forgery: SelfContainedRun = {
  proves: 'without the acts of the people it takes, no payout is sent, whichever workflow schedules it',
  prove,
};
