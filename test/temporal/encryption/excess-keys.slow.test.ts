import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeyPair, writeSecretFile } from '../../../src/authority/person-key';
import { writeNamesKey } from '../../../src/desk/names-key';
import { createEncryptionKeys, pathOfHolder } from '../../../src/temporal/encryption/key-ring-file';
import { excessOfKeys } from '../../../src/temporal/encryption/settings';
import { Program } from '../../support/program';

const folder = mkdtempSync(join(tmpdir(), 'excess-keys-'));
const at = (name: string) => join(folder, name);
const before = process.env;
beforeAll(() => {
  createEncryptionKeys(at('encryption.json'));
  writeNamesKey(at('names.key'));
  writeSecretFile(at('desk.key.json'), newKeyPair('*', ['officer']).file);
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

const CLOSED = '127.0.0.1:64999';

test.each([
  [
    'src/desk.ts',
    {
      DESK_KEY: at('desk.key.json'),
      DESK_NAMES_KEY_FILE: at('names.key'),
      DATABASE_URL: `postgres://${CLOSED}/records`,
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'desk',
      DOCUMENTS_DIR: folder,
    },
  ],
  ['src/codec.ts', { CODEC_TOKEN: 'x'.repeat(32), CODEC_PORT: '0' }],
  ['src/webhooks.ts', { WEBHOOK_SECRET: 'x'.repeat(32), WEBHOOK_PORT: '0' }],
])('%s says as it starts that the file of the workers can do more than it needs', async (entry, env) => {
  const program = new Program(entry, [], {
    ...env,
    ...{ ENCRYPTION_KEYS: at('encryption.json'), TEMPORAL_ADDRESS: CLOSED },
  });
  await program.logged(
    /ENCRYPTION_KEYS names the file of a worker, which can do more than this program needs/,
  );
  await program.terminate();
});

test('a program with the file that is for it has nothing in excess', () => {
  process.env.ENCRYPTION_KEYS = pathOfHolder(at('encryption.json'), 'reader');
  expect(excessOfKeys('reader')).toBeUndefined();
  expect(excessOfKeys('sender')).toContain('the file of a reader');
});
