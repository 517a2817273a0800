import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PayoutPolicyError } from '../../src/input/payout-policy-file';
import { ConfigError } from '../../src/config/read-config';
import { examined } from '../../src/cli/doctor/finding';
import { TYPED, typedByPerson } from '../../src/cli/terminal';
import { KeyFileError } from '../../src/secrets/key-files';

const remedyFor = async (error: Error) =>
  (await examined('Thing', 'its own remedy', () => Promise.reject(error)))[0]?.todo;

test.each([
  new KeyFileError('a.key', ['it does not exist']),
  new KeyFileError('a.key', ['it cannot be read (EACCES)']),
  new PayoutPolicyError(['it cannot be read']),
  new ConfigError(['ENCRYPTION_KEYS names a file: it does not exist']),
  new ConfigError(['ca.pem cannot be read (ENOENT): one of TEMPORAL_TLS_*_PATH names it']),
])('the remedy for a missing file is the file: %s', async (error) => {
  expect(await remedyFor(error)).toContain('restore the file');
});

test('another fault keeps its own remedy', async () => {
  expect(await remedyFor(new Error('The schedule cannot be read: other keys'))).toBe('its own remedy');
  expect(await remedyFor(new ConfigError(['DESK_URL is missing']))).toContain('set it in the environment');
});

test('a line for people names their environment, where it lies beside the one that the doctor got', () => {
  const folder = mkdtempSync(join(tmpdir(), 'findings-'));
  const given = [`--env-file=${join(folder, 'worker.env')}`];
  expect(typedByPerson(given)).toBe(TYPED);
  writeFileSync(join(folder, 'starter.env'), '');
  expect(typedByPerson(given)).toContain(`node --env-file=${join(folder, 'starter.env')} `);
  expect(typedByPerson([])).toBe(TYPED);
  rmSync(folder, { recursive: true });
});
