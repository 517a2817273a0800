import { keyStates, openAuthority, openPolicies, sharedSettings } from '../../activities/authority/settings';
import { readSigningKey } from '../../authority/person-key';
import { readConfig } from '../../config/read-config';
import { PayoutPolicyError } from '../../input/payout-policy-file';
import { ANY_PERSON, readRingFile } from '../../authority/key-ring';
import type { SharedSettings } from '../../records/keeper-row';
import { temporalNamespace } from '../../temporal/connection';
import type { Encryption } from '../../temporal/encryption/data-converters';
import { encryptionFromEnvironment, excessOfKeys } from '../../temporal/encryption/settings';
import { FILE_OF, type Holder } from '../../temporal/encryption/key-ring-file';
import { readSignerKey, readWritersAuditKeys } from '../../records/audit-key-files';
import { TYPED } from '../terminal';
import { doubtful, examined, fine, wrong, type Finding } from './finding';
import { lookAtSchedules } from './temporal';

/** Checks the encryption of payloads, its keys, and, except for a person's, that the file holds no more of them than needed. */
export const lookAtEncryption = (holder: Holder, mayHoldMore = false): Promise<Finding[]> => {
  const give = `give ENCRYPTION_KEYS ${FILE_OF[holder]}`;
  const todo = holder === 'worker' ? `make the file with "${TYPED} encryption create", or restore it` : give;
  return examined('Encryption', todo, async () => {
    const keys = encryptionFromEnvironment(holder);
    const seen = await lookAtSchedules(keys, holder);
    if (keys === 'off') return [doubtful('Encryption', OFF, 'set ENCRYPTION_KEYS'), ...seen];
    const excess = mayHoldMore ? undefined : excessOfKeys(holder);
    if (excess !== undefined) return [wrong('Encryption', excess, give), ...seen];
    return [fine('Encryption', `on, under the key ${await activeId(keys)}`), ...seen];
  });
};

const OFF = "off: personal data lies readable in Temporal's database";
const activeId = async (keys: Encryption) => (keys === 'off' ? 'off' : (await keys.active()).id);

/** Checks the key ring, the receipt key, and the policy that two people have signed. */
export const lookAtAuthority = (
  todo: string | ((error: unknown) => string) = (error) =>
    error instanceof PayoutPolicyError ? 'see docs/OPERATIONS.md#payout-policy' : 'see docs/AUTHORITY.md',
  variables?: Readonly<Record<string, string>>,
): Promise<Finding[]> =>
  examined('Authority', todo, async () => {
    const { authority, policies } = await opened(variables);
    const { version } = policies.payouts;
    const signed = authority.mode === 'signed' ? ', signed by two people' : '';
    const policy = fine('Policy', `version ${version}${signed}`);
    if (authority.mode === 'open')
      return [doubtful('Authority', 'open: nothing proves who asks', 'set AUTHORITY=signed'), policy];
    const states = [...authority.keyRing().values()].map(({ state }) => state);
    const active = states.filter((state) => state === 'active').length;
    return [fine('Authority', `signed, ${active} of ${states.length} keys active`), policy];
  });

/** @throws ConfigError, KeyFileError, PayoutPolicyError */
async function opened(variables?: Readonly<Record<string, string>>) {
  const config = readConfig(['authority', 'signing', 'payouts'], variables);
  const authority = openAuthority(config, temporalNamespace(variables), UNHEARD);
  return { authority, policies: await openPolicies(config.payouts.policyFile, authority) };
}

const UNHEARD = { warn: () => undefined, error: () => undefined };

/** The settings of a worker in this environment; `undefined` if it would not start. */
export async function workersSettings(): Promise<SharedSettings | undefined> {
  try {
    const config = readConfig(['records', 'signing', 'freshLogins', 'clock']);
    const { authority, policies } = await opened();
    const encryptionKey = await activeId(encryptionFromEnvironment('worker'));
    const shared = sharedSettings(config, authority, policies, encryptionKey);
    return { ...shared, ...keyStates(authority) };
  } catch {
    // Other checks look at each part, and report the problems.
    return undefined;
  }
}

/** Checks the audit key as a worker reads it; no findings if it keeps no records. */
export const lookAtAuditKey = (): Promise<Finding[]> =>
  examined('Audit key', 'restore the file: docs/AUDIT.md', () => {
    const { records } = readConfig(['records']);
    if (records.mode !== 'on') return [];
    readWritersAuditKeys(records.keyFile);
    return [fine('Audit key', 'it can sign')];
  });

/** Checks the signing key: a person's own, or the desk's, which speaks for whoever is logged in. */
export const lookAtSigningKey = (variable: string, keyFileIn: () => string | undefined): Promise<Finding[]> =>
  examined('Signing key', `make one with "${TYPED} keys create", or restore it`, async () => {
    const keyFile = keyFileIn();
    if (keyFile === undefined)
      return [doubtful('Signing key', `${variable} is not set: nothing is signed`, `set ${variable}`)];
    const { kid, subject, roles } = readSigningKey(keyFile);
    const who = subject === ANY_PERSON ? 'whoever is logged in' : subject;
    return [fine('Signing key', `${kid} speaks for ${who}, as ${roles.join(', ')}`)];
  });

/** The id of the key in a file; `undefined` if no key can be read there, which is a finding of its own. */
export function keyIn(keyFileIn: () => string | undefined): string | undefined {
  try {
    const keyFile = keyFileIn();
    return keyFile === undefined ? undefined : readSigningKey(keyFile).kid;
  } catch {
    return undefined;
  }
}

/** Whether the ring of this environment, if it has one, takes the person's own key. */
export const lookAtOwnRing = (): Promise<Finding[]> =>
  examined('Ring', 'look at AUTHORITY_KEYS', () => {
    const { keyFile, ringFile } = readConfig(['signing']).signing;
    const kid = keyIn(() => keyFile);
    if (kid === undefined || ringFile === undefined) return [];
    const state = readRingFile(ringFile).find((entry) => entry.kid === kid)?.state;
    if (state === 'active') return [fine('Ring', 'it has the key that signs here')];
    const found = `${kid}, which signs here, is ${state ?? 'unknown'} in ${ringFile}`;
    const todo =
      state === undefined
        ? `let it be added: "${TYPED} keys add"`
        : `no worker takes it again: who is to sign here needs a new key, "${TYPED} keys request"`;
    return [wrong('Ring', found, todo)];
  });

export const lookAtSignersKey = (): Promise<Finding[]> =>
  examined('Key of the signer', 'restore the file', async () => {
    const { privateKey } = await readSignerKey(readConfig(['auditSigner']).auditSigner.keyFile);
    if (privateKey) return [fine('Key of the signer', 'it can sign')];
    throw new Error('AUDIT_SIGNER_KEY_FILE holds the public part alone, which signs nothing');
  });
