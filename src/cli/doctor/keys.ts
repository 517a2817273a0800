import { openPolicies } from '../../activities/authority/policies';
import { openAuthority } from '../../activities/authority/settings';
import { readConfig } from '../../config';
import { encryptionFromEnvironment } from '../../temporal/encryption/settings';
import { temporalNamespace } from '../../temporal/connection';
import { TYPED } from '../command-line';
import { doubtful, fine, examined, type Finding } from './finding';

/** What payloads are encrypted under. */
export const lookAtEncryption = (): Promise<Finding[]> =>
  examined('Encryption', `make the file with "${TYPED} encryption create", or restore it`, async () => {
    const keys = encryptionFromEnvironment('sender');
    if (keys === 'off')
      return [
        doubtful(
          'Encryption',
          "off: personal data lies readable in Temporal's database",
          'set ENCRYPTION_KEYS',
        ),
      ];
    const { id } = await keys.active();
    return [fine('Encryption', `on, under the key ${id}`)];
  });

/** Who may ask for what: the ring of keys, the key of receipts, and the policy that two people have signed. */
export const lookAtAuthority = (): Promise<Finding[]> =>
  examined('Authority', 'see docs/AUTHORITY.md', async () => {
    const config = readConfig(['authority', 'signing', 'payouts']);
    const authority = openAuthority(config, temporalNamespace(), UNHEARD);
    const policies = await openPolicies(config.payouts.policyFile, authority);
    const { version } = policies.payouts;
    const policy = fine(
      'Policy',
      `version ${version}${authority.mode === 'signed' ? ', signed by two people' : ''}`,
    );
    if (authority.mode === 'open')
      return [doubtful('Authority', 'open: nothing proves who asks', 'set AUTHORITY=signed'), policy];
    const states = [...authority.keyRing().values()].map(({ state }) => state);
    const active = states.filter((state) => state === 'active').length;
    return [fine('Authority', `signed, ${active} of ${states.length} keys active`), policy];
  });

const UNHEARD = { warn: () => undefined, error: () => undefined };
