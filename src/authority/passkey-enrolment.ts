import { isAmong } from '../domain/case/agreement';
import type { ActClaims } from '../domain/case/acts';
import { KeyFileError, parseKeys, readKeyFile } from '../secrets/key-files';
import { ActRefused } from './act-refused';
import { type Enrolment, type KeyRing, nameOfPasskey } from './key-ring';
import { assertionIn, madeAtDesk, passkeyIn, reasonOf, requireAssertion } from './passkey';
import type { SigningKey } from './person-key';
import { type DeedOf, policySigners, type PolicySignature, signPolicy } from './policy-signatures';

/** How many other people must sign that a device is its person's. */
const ENROLLERS = 2;

/** The device whose key is in a file, by its name in the ring. @throws KeyFileError */
export async function enrolmentIn(path: string): Promise<Enrolment> {
  const passkey = await passkeyIn(parseKeys(path, readKeyFile(path), madeAtDesk)).catch((error: unknown) => {
    throw new KeyFileError(path, [`it holds no key that counts: ${reasonOf(error)}`]);
  });
  return { ...passkey, kid: nameOfPasskey(passkey.publicKey) };
}

const enrolmentDeed: DeedOf = ({ kid }) => ({ wf: `passkey:${String(kid)}`, act: 'enrolPasskey' });

/** Signs the enrolment of a device. @throws TypeError where the key may not sign one */
export const signEnrolment = (enrolment: Enrolment, key: SigningKey, aud: string): Promise<PolicySignature> =>
  signPolicy(enrolment, key, aud, enrolmentDeed);

/** Checks that the act's person signed it with an enrolled device. @returns its name @throws ActRefused */
export async function requirePasskey(
  given: unknown,
  { act, claims, aud, ring }: { act: string; claims: ActClaims; aud: string; ring: KeyRing },
): Promise<string> {
  const assertion = assertionIn(given);
  const passkey = ring.passkeys?.find(({ credential }) => credential === assertion.id);
  if (!passkey) throw new ActRefused('the device that signed it is not known here');
  if (passkey.state === 'revoked') throw new ActRefused('the device that signed it was revoked');
  if (passkey.subject !== claims.sub)
    throw new ActRefused('the device that signed it is that of another person');
  const { signatures, state: _state, since: _since, ...enrolment } = passkey;
  const { people } = await policySigners(enrolment, signatures, { aud, ring, deedOf: enrolmentDeed });
  if (people.filter((person) => !isAmong([passkey.subject], person)).length < ENROLLERS)
    throw new ActRefused('the device that signed it was not enrolled by two other people');
  await requireAssertion(act, assertion, passkey);
  return passkey.kid;
}

/** Whether a device that signed an accepted act no longer counts: it was revoked, or the ring lacks it. */
export const isRevoked = (kid: string, { passkeys = [] }: KeyRing): boolean =>
  passkeys.find((one) => one.kid === kid)?.state !== 'active';
