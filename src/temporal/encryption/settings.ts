import { ConfigError, readConfig } from '../../config/read-config';
import { KeyFileError, WatchedKeyFile } from '../../secrets/key-files';
import type { Encryption } from './data-converters';
import { asKey, hasMade, readKeysOf, type Holder, type KeyRing } from './key-ring-file';

/** A stack that may run on this machine and, if so, says how it encrypts (a file, or `off`). */
interface AskedStack {
  readonly address: string;
  readonly encryptionKeys?: string | undefined;
}

/**
 * The encryption that the environment sets, or else the stack's.
 * @throws ConfigError, also when the file holds less of the keys than this holder needs
 */
export function encryptionFromEnvironment(holder: Holder, stack?: AskedStack): Encryption {
  const { encryption } = readConfig(['encryption']);
  if (encryption === 'off') return 'off';
  const keyFile = encryption.keyFile ?? stack?.encryptionKeys;
  const none = stack && `no stack runs at ${stack.address} on this machine ("npm start" brings one up)`;
  if (keyFile === undefined) throw new ConfigError([none ? `${none}, and ${MISSING}` : MISSING]);
  return keyFile === 'off' ? 'off' : keyRingOf(keyFile, holder);
}

const MISSING =
  'ENCRYPTION_KEYS is missing: the file of the keys that payloads are encrypted under, which "npm run starter -- ' +
  'encryption create" makes. ENCRYPTION=off leaves personal data readable in Temporal\'s database';

/** A sentence if the file that the environment names can do more than a program of this holder needs. @throws KeyFileError */
export function excessOfKeys(holder: Holder): string | undefined {
  const { encryption } = readConfig(['encryption']);
  if (encryption === 'off' || encryption.keyFile === undefined) return undefined;
  const { holder: held } = readKeysOf(holder, encryption.keyFile);
  if (held === holder) return undefined;
  return `ENCRYPTION_KEYS names the file of a ${held}, which can do more than this program needs`;
}

/** The path of the workers' key file, for programs that change it. @throws ConfigError */
export function keyFileFromEnvironment(): string {
  const { encryption } = readConfig(['encryption']);
  if (encryption === 'off' || encryption.keyFile === undefined)
    throw new ConfigError(['ENCRYPTION_KEYS must name the file of the encryption keys']);
  return encryption.keyFile;
}

/**
 * The key ring of a file, read again when it has changed. A file gone unreadable must not stop cases.
 * @throws ConfigError, also where the file holds less of the keys than this holder needs
 */
export function keyRingOf(keyFile: string, holder: Holder): KeyRing {
  try {
    const file = new WatchedKeyFile(keyFile, (from) => keysIn(from, holder));
    return {
      active: async () => file.current().active,
      key: async (id) => file.current().byId.get(id),
      expects: (id) => file.current().expects(id),
    };
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    throw new ConfigError(error.problems.map((problem) => `ENCRYPTION_KEYS names a file: ${problem}`));
  }
}

function keysIn(path: string, holder: Holder) {
  const file = readKeysOf(holder, path);
  const byId = new Map(file.keys.map((entry) => [entry.id, asKey(entry)]));
  const active = byId.get(file.active);
  if (!active) throw new Error('the parsed file has no active key');
  return { active, byId, expects: (id: string) => file.holder === 'worker' && hasMade(file, id) };
}
