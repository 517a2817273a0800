import { watchedKeyRing } from '../../authority/key-ring';
import { checkByProvider, type ProviderPlace } from '../../authority/login';
import { ReceiptBook } from '../../authority/receipts';
import { actEnvironment } from '../../authority/sign';
import type { AuthoritySettings, SignedSettings } from './acceptor';
import { POLICY_SIGNERS, policySigners } from '../../authority/policy-signatures';
import { readWritersAuditKeys } from '../../records/audit-key-files';
import type { RecordsSettings } from '../../records/records';
import { loginSettings, settingOfKey } from '../../records/shared-settings';
import type { SharedSettings } from '../../records/keeper-row';
import { isDemonstration, type Clock } from '../../domain/time/clock';
import { PayoutPolicyError, readPolicies, type Policies } from '../../input/payout-policy-file';

interface Configured {
  readonly authority:
    | { readonly mode: 'open' }
    | { readonly mode: 'signed'; readonly keysFile: string; readonly receiptKeysFile: string };
  readonly signing: { readonly bankEnvironment: string };
  /** The login provider; `undefined` if no desk asks for fresh logins. */
  readonly freshLogins?: ProviderPlace | undefined;
}

/** Opens the keys by which a worker knows who asks. @throws KeyFileError */
export function openAuthority(
  { authority, signing, freshLogins }: Configured,
  namespace: string,
  log: Readonly<Record<'warn' | 'error', (text: string) => void>>,
): AuthoritySettings {
  if (authority.mode === 'signed')
    return {
      mode: 'signed',
      environment: actEnvironment(namespace, signing.bankEnvironment),
      keyRing: watchedKeyRing(authority.keysFile, (sentence) => log.error(sentence)),
      receipts: ReceiptBook.fromFile(authority.receiptKeysFile),
      checkLogin: freshLogins && checkByProvider(freshLogins),
    };
  log.warn('AUTHORITY=open: starts and commands are taken without proof of who sends them');
  return { mode: 'open' };
}

/** Reads the worker's policy; in the mode `signed` two people must have signed it. @throws PayoutPolicyError */
export async function openPolicies(path: string | undefined, authority: AuthoritySettings) {
  const policies = await readPolicies(path);
  if (authority.mode === 'signed') await requireSigned(policies, authority);
  return policies;
}

async function requireSigned(
  { payouts: { version }, file }: Policies,
  { environment: aud, keyRing }: SignedSettings,
): Promise<void> {
  if (!file)
    throw new PayoutPolicyError(['PAYOUT_POLICY_FILE is not set, and people must have signed a policy']);
  const { people, refusals } = await policySigners(file.content, file.signatures, { aud, ring: keyRing() });
  if (people.length >= POLICY_SIGNERS.people) return;
  throw new PayoutPolicyError([
    `its version ${version} is signed by ${people.length} of ${POLICY_SIGNERS.people} people: "policy sign" adds a signature`,
    ...refusals,
  ]);
}

/** A warning, as a sentence, if nothing that a desk signs could satisfy the worker's policy. */
export const loginWarning = ({ payouts: { stepUpKobo } }: Policies, authority: AuthoritySettings) =>
  stepUpKobo === undefined || authority.mode === 'open' || authority.checkLogin
    ? undefined
    : `From ${stepUpKobo} kobo on the policy asks for fresh logins at the desk, and none can be checked: OIDC_ISSUER and OIDC_CLIENT_ID are missing`;

interface Shared {
  readonly records: RecordsSettings;
  readonly signing: Configured['signing'];
  readonly freshLogins: Parameters<typeof loginSettings>[0];
  readonly clock: Clock;
}

/** The settings, by variable, that all workers of a namespace must share and publish: key ids, no key. */
export const sharedSettings = (
  { records: audit, signing: { bankEnvironment }, freshLogins, clock }: Shared,
  authority: AuthoritySettings,
  policies: Policies,
  encryptionKey: string,
): SharedSettings => ({
  AUDIT_KEY_FILE: audit.mode === 'on' ? `the key ${readWritersAuditKeys(audit.keyFile).activeId}` : 'none',
  AUTHORITY_RECEIPT_KEYS: authority.mode === 'signed' ? `the key ${authority.receipts.activeId}` : 'none',
  ENCRYPTION_KEYS: `the key ${encryptionKey}`,
  PAYOUT_POLICY_FILE: `version ${policies.payouts.version}, ${policies.payouts.digest?.slice(0, 8) ?? 'as usual'}`,
  BANK_ENVIRONMENT: bankEnvironment,
  ...loginSettings(freshLogins),
  BUSINESS_CLOCK_RATE:
    isDemonstration(clock) && clock.rate === 1 ? '1, set to another day' : String(clock.rate),
});

/** The state of each key of the ring as it is now, beside the shared settings. */
export const keyStates = (authority: AuthoritySettings): SharedSettings =>
  authority.mode === 'open'
    ? {}
    : Object.fromEntries(
        [...authority.keyRing().values()].map(({ kid, state }) => [settingOfKey(kid), state]),
      );
