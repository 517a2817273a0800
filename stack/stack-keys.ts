import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { ANY_PERSON, addToRing } from '../src/authority/key-ring';
import { newKeyPair, signingKeyOf, writeSecretFile } from '../src/authority/person-key';
import { newWorkersKeys } from '../src/authority/receipts';
import { signPolicy } from '../src/authority/policy-signatures';
import { actEnvironment } from '../src/authority/sign';
import { readPolicies } from '../src/input/payout-policy-file';
import { signWith } from '../src/cases/signing';
import { inheritedEnvironment, readConfig, ConfigError } from '../src/config/read-config';
import { ROLES } from '../src/domain/case/commands';
import type { Announcement } from '../src/temporal/running-stack';
import type { AddressInfo } from 'node:net';
import { createCodecServer } from '../src/temporal/encryption/codec-server';
import type { Encryption } from '../src/temporal/encryption/data-converters';
import { createEncryptionKeys, pathOfHolder, type Holder } from '../src/temporal/encryption/key-ring-file';
import { keyRingOf } from '../src/temporal/encryption/settings';

/** The namespace of the stack's Temporal. */
const STACK_NAMESPACE = 'default';

/** The person for whom the stack and its command line act by default. */
const OFFICER = 'demo-officer';

/** The policy of a stack whose environment names none: all defaults. */
const USUAL_POLICY = { version: 1 };

/** The people who sign a stack's policy; their keys sign nothing else and are not kept. */
const SIGNING_PEOPLE = ['demo-policy-1', 'demo-policy-2'];

/** The keys of a stack in the mode `signed`: they lie next to its database, and end with it. */
export interface StackKeys {
  /** The variables for its workers. */
  readonly environment: Readonly<Record<string, string>>;
  /** The key with which the command line on this machine signs if it has none of its own. */
  readonly signing: NonNullable<Announcement['signing']>;
  /** A client that signs for any person in any role, as a bank's desk does for its users. */
  clientOf(client: Client): Client;
}

/** Makes the keys; `undefined` if the stack runs in the mode `open`. */
export async function createStackKeys(
  folder: string,
  mode = readConfig(['authorityMode']).authorityMode.mode,
): Promise<StackKeys | undefined> {
  if (mode === 'open') return undefined;
  const at = (name: string) => join(folder, name);
  const { bankEnvironment } = readConfig(['signing']).signing;
  const { file, entry } = newKeyPair(ANY_PERSON, ROLES);
  writeSecretFile(at('desk.key.json'), file);
  addToRing(at('keys.json'), entry);
  writeSecretFile(at('receipt-key.json'), newWorkersKeys());
  const aud = actEnvironment(STACK_NAMESPACE, bankEnvironment);
  writeSecretFile(at('payout-policy.json'), await signedPolicy(at('keys.json'), aud));
  return {
    environment: {
      AUTHORITY: 'signed',
      AUTHORITY_KEYS: at('keys.json'),
      AUTHORITY_RECEIPT_KEYS: at('receipt-key.json'),
      BANK_ENVIRONMENT: bankEnvironment,
      PAYOUT_POLICY_FILE: at('payout-policy.json'),
    },
    signing: { keyFile: at('desk.key.json'), actor: OFFICER, bankEnvironment },
    clientOf: ({ connection, options: { namespace, dataConverter } }) =>
      signWith(new Client({ connection, namespace, dataConverter }), {
        key: signingKeyOf(file),
        bankEnvironment,
        person: OFFICER,
      }),
  };
}

/** The environment's policy or the default, signed by two people of the stack. @throws PayoutPolicyError */
async function signedPolicy(ring: string, aud: string): Promise<object> {
  const { file } = await readPolicies(inheritedEnvironment().PAYOUT_POLICY_FILE || undefined);
  const content = file?.content ?? USUAL_POLICY;
  const signatures = SIGNING_PEOPLE.map((person) => {
    const { file: key, entry } = newKeyPair(person, ['supervisor']);
    addToRing(ring, entry);
    return signPolicy(content, signingKeyOf(key), aud);
  });
  return { ...content, signatures: await Promise.all(signatures) };
}

/** The encryption of all programs of a stack. */
interface StackEncryption {
  /** The workers' file of the keys, or `off`; those of readers and senders lie beside it. */
  readonly encryptionKeys: string;
  readonly encryption: Encryption;
}

/** The environment's encryption, or else new keys in the stack's folder. @throws ConfigError */
export function encryptionOfStack(folder: string): StackEncryption {
  const { encryption: settings } = readConfig(['encryption']);
  if (settings === 'off') return { encryptionKeys: 'off', encryption: 'off' };
  if (settings.keyFile !== undefined) return withKeys(settings.keyFile);
  const keyFile = join(folder, 'encryption-keys.json');
  createEncryptionKeys(keyFile);
  return withKeys(keyFile);
}

const withKeys = (encryptionKeys: string) => ({
  encryptionKeys,
  encryption: keyRingOf(holdersKeys(encryptionKeys, 'reader'), 'reader'),
});

/** The path of a holder's file, given the workers' one; or `off`. */
export const holdersKeys = (encryptionKeys: string, holder: Holder): string =>
  encryptionKeys === 'off' ? 'off' : pathOfHolder(encryptionKeys, holder);

/** The variables that give a program of the stack its holder's keys. */
export const encryptionVariables = (encryptionKeys: string, holder: Holder): NodeJS.ProcessEnv =>
  encryptionKeys === 'off'
    ? { ENCRYPTION: 'off', ENCRYPTION_KEYS: '' }
    : { ENCRYPTION: 'on', ENCRYPTION_KEYS: pathOfHolder(encryptionKeys, holder) };

const LOOPBACK = '127.0.0.1';

/**
 * Starts a codec server in the stack's own process, if a port is given and payloads are encrypted. It
 * decrypts without a login for programs of this machine, and for the stack's Web UI, which sends no token.
 * @throws ConfigError if the port is taken
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
