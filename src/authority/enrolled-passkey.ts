import { isAmong } from '../domain/case/agreement';
import type { ActClaims, Deed } from '../domain/case/acts';
import { ActRefused } from './act-refused';
import { nameOfPasskey, type KeyRing, type RingPasskey } from './key-ring';
import { KeyFileError, parseKeys, readKeyFile } from '../secrets/key-file';
import { assertionIn, madeAtDesk, passkeyIn, reasonOf, requireAssertion } from './passkey';
import { policySigners, signPolicy, type PolicySignature } from './policy-signatures';
import type { SigningKey } from './person-key';

/** How many other people vouch for a device. */
const ENROLLERS = 2;

/** What two people sign of a device: all of it, and whose it is. */
export type Enrolment = Omit<RingPasskey, 'signatures' | 'state' | 'since'>;

/** The device whose key is in a file, by its name in the ring. @throws KeyFileError */
export async function enrolmentIn(path: string): Promise<Enrolment> {
  const passkey = await passkeyIn(parseKeys(path, readKeyFile(path), madeAtDesk)).catch((error: unknown) => {
    throw new KeyFileError(path, [`it holds no key that counts: ${reasonOf(error)}`]);
  });
  return { ...passkey, kid: nameOfPasskey(passkey.publicKey) };
}

const deedOf = ({ kid }: Readonly<Record<string, unknown>>): Deed => ({
  wf: `passkey:${String(kid)}`,
  act: 'enrolPasskey',
});

/** Signs the enrolment of a device. @throws TypeError where the key may not sign one */
export const signEnrolment = (enrolment: Enrolment, key: SigningKey, aud: string): Promise<PolicySignature> =>
  signPolicy(enrolment, key, aud, deedOf);

/** Who has signed an enrolment so that it counts: nobody vouches for a device of their own. */
async function enrollers(
  { signatures, state: _state, since: _since, ...enrolment }: RingPasskey,
  by: { readonly aud: string; readonly ring: KeyRing },
): Promise<string[]> {
  const { people } = await policySigners(enrolment, signatures, { ...by, deedOf });
  return people.filter((person) => !isAmong([enrolment.subject], person));
}

/** An act, and what it is checked by. */
interface Accepted {
  readonly act: string;
  readonly claims: ActClaims;
  readonly aud: string;
  readonly ring: KeyRing;
}

/** Checks that the person of an act has signed it with an enrolled device. @returns its name @throws ActRefused */
export async function requirePasskey(given: unknown, { act, claims, aud, ring }: Accepted): Promise<string> {
  const assertion = assertionIn(given);
  const passkey = ring.passkeys?.find(({ credential }) => credential === assertion.id);
  if (!passkey) throw new ActRefused('the device that signed it is not known here');
  requireUnrevoked(passkey);
  if (passkey.subject !== claims.sub)
    throw new ActRefused('the device that signed it is that of another person');
  if ((await enrollers(passkey, { aud, ring })).length < ENROLLERS)
    throw new ActRefused('the device that signed it was not enrolled by two other people');
  await requireAssertion(act, assertion, passkey);
  return passkey.kid;
}

/** Whether a device that has signed an accepted act still counts. */
export const isRevoked = (kid: string, { passkeys = [] }: KeyRing): boolean =>
  passkeys.find((one) => one.kid === kid)?.state !== 'active';

function requireUnrevoked({ state }: RingPasskey): void {
  if (state === 'revoked') throw new ActRefused('the device that signed it was revoked');
}
