import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../config/read-config';
import { createCodecServer } from '../temporal/encryption/codec-server';
import type { Encryption } from '../temporal/encryption/data-converters';
import { createEncryptionKeys, pathOfHolder, type Holder } from '../temporal/encryption/key-ring-file';
import { keyRingOf } from '../temporal/encryption/settings';

/** How the programs of a stack encrypt, all of them alike. */
interface StackEncryption {
  /** The workers' file of the keys, or `off`; those of readers and senders lie beside it. */
  readonly encryptionKeys: string;
  readonly encryption: Encryption;
}

/** What the environment says, or else keys of its own in the folder of its database. @throws ConfigError */
export function encryptionOfStack(folder: string): StackEncryption {
  const { encryption: settings } = readConfig(['encryption']);
  if (settings === 'off') return { encryptionKeys: 'off', encryption: 'off' };
  if (settings !== 'not set') return withKeys(settings.keyFile);
  const keyFile = join(folder, 'encryption-keys.json');
  createEncryptionKeys(keyFile);
  return withKeys(keyFile);
}

const withKeys = (encryptionKeys: string) => ({
  encryptionKeys,
  encryption: keyRingOf(holdersKeys(encryptionKeys, 'reader'), 'reader'),
});

/** The file of a holder, by that of the workers; or `off`. */
export const holdersKeys = (encryptionKeys: string, holder: Holder): string =>
  encryptionKeys === 'off' ? 'off' : pathOfHolder(encryptionKeys, holder);

/** As much of the keys as this holder needs, for a program of the stack in a process of its own. */
export const encryptionVariables = (encryptionKeys: string, holder: Holder): NodeJS.ProcessEnv =>
  encryptionKeys === 'off'
    ? { ENCRYPTION: 'off', ENCRYPTION_KEYS: '' }
    : { ENCRYPTION: 'on', ENCRYPTION_KEYS: pathOfHolder(encryptionKeys, holder) };

const LOOPBACK = '127.0.0.1';

/**
 * A codec server in the stack's own process; none where nothing is encrypted, or none was asked for.
 * Decrypts for who asks on this machine, and for the Web UI of the stack, which cannot show a token: without a login, so
 * it runs only where a port was given. @throws ConfigError where the port is taken
 */
export async function startStackCodec(
  encryption: Encryption,
  { port, uiPort }: { readonly port: number | undefined; readonly uiPort: number },
) {
  if (encryption === 'off' || port === undefined)
    return { codecEndpoint: undefined, stop: async () => undefined };
  const origins = [LOOPBACK, 'localhost'].map((host) => `http://${host}:${uiPort}`);
  const app = createCodecServer({ keys: encryption, token: undefined, origins, log: () => undefined });
  await app.listen({ host: LOOPBACK, port }).catch(() => {
    throw new ConfigError([`The port ${port} is in use. Choose another --codec-port`]);
  });
  const { port: taken } = app.server.address() as AddressInfo;
  return { codecEndpoint: `http://${LOOPBACK}:${taken}`, stop: () => app.close() };
}
