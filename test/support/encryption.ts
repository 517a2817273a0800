import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Encryption } from '../../src/temporal/encryption/data-converters';
import { keyRingOf } from '../../src/temporal/encryption/settings';
import {
  asKey,
  createEncryptionKeys,
  newKey,
  newKeyFile,
  pathOfHolder,
  type KeyRing,
} from '../../src/temporal/encryption/key-ring-file';

/** The keys of a test, which everything that reads the environment finds, too. */
export interface TestKeys {
  readonly path: string;
  readonly encryption: Encryption;
  remove(): void;
}

/** Makes a file of keys of its own, or says that there are none. */
export function testKeys(mode: 'on' | 'off' = 'on'): TestKeys {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const path = join(folder, 'encryption-keys.json');
  createEncryptionKeys(path);
  const variables = mode === 'on' ? { ENCRYPTION_KEYS: path } : { ENCRYPTION: 'off' };
  Object.assign(process.env, variables);
  return {
    path,
    encryption: mode === 'on' ? keyRingOf(path, 'worker') : 'off',
    remove() {
      delete process.env.ENCRYPTION_KEYS;
      delete process.env.ENCRYPTION;
      rmSync(folder, { recursive: true });
    },
  };
}

/** What the desk and people hold of the keys of the test. */
export const personsKeys = (): KeyRing =>
  keyRingOf(pathOfHolder(process.env.ENCRYPTION_KEYS ?? '', 'reader'), 'reader');

/** A ring of one key, which is active and in no file. */
export function ringOfOneKey(): KeyRing {
  const key = asKey(newKey(newKeyFile().idSecret));
  return {
    active: async () => key,
    key: async (id) => (id === key.id ? key : undefined),
    expects: () => false,
  };
}
