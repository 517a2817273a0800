import { subjectOf, isAmong } from '../domain/case/agreement';
import { claimsIn, type Deed, type ActClaims } from '../domain/case/acts';
import type { Role } from '../domain/case/commands';
import { digestOf } from './digest';
import { ANY_PERSON, type KeyRing, nameOfPasskey, type RingPasskey } from './key-ring';
import type { SigningKey } from './person-key';
import { signAct } from './sign';
import { ActRefused } from './act-refused';
import { signerIn, verifyAct } from './verify';
import { KeyFileError, parseKeys, readKeyFile } from '../secrets/key-file';
import { assertionIn, madeAtDesk, passkeyIn, reasonOf, requireAssertion } from './passkey';

/** Who may sign a policy, and how many of them must. */
export const POLICY_SIGNERS = { roles: ['supervisor', 'approver'] as readonly Role[], people: 2 };

/** The act of a person over a policy, as it stands in the file. */
interface PolicySignature {
  readonly act: string;
  readonly salt: string;
}

/** A policy as its file has it, without its signatures. */
export type PolicyContent = Readonly<Record<string, unknown>>;

/** Which deed it is to sign a content. */
type DeedOf = (content: PolicyContent) => Deed;

const policyDeed: DeedOf = ({ version }) => ({ wf: `policy:${String(version)}`, act: 'signPolicy' });

/** Signs a policy, or another content that two people sign, in the first role of the key that may. @throws TypeError where the key may not sign one */
export async function signPolicy(
  content: PolicyContent,
  key: SigningKey,
  aud: string,
  deedOf = policyDeed,
): Promise<PolicySignature> {
  const role = key.roles.find((one) => POLICY_SIGNERS.roles.includes(one));
  if (key.subject === ANY_PERSON || !role)
    throw new TypeError(`this takes a person's own key, for the role ${inWords()}`);
  const { act, salt } = await signAct({ ...deedOf(content), aud, role, fields: content }, key);
  return { act, salt };
}

/** The signatures that are over this very policy and not of this person: what stays when the person signs. */
export const signaturesBeside = (
  signatures: readonly PolicySignature[],
  content: PolicyContent,
  person: string,
): PolicySignature[] =>
  signatures.filter(({ act, salt }) => {
    const claims = claimsIn(act);
    return claims?.digest === digestOf(content, salt) && subjectOf(claims.sub) !== subjectOf(person);
  });

/** Who has signed a policy so that it counts, each person once, and why other signatures do not count. */
export async function policySigners(
  content: PolicyContent,
  signatures: readonly PolicySignature[],
  by: { readonly aud: string; readonly ring: KeyRing; readonly deedOf?: DeedOf },
): Promise<{ readonly people: readonly string[]; readonly refusals: readonly string[] }> {
  const people = new Map<string, string>();
  const refusals: string[] = [];
  for (const signature of signatures) {
    try {
      const person = await signerOf(content, signature, { deedOf: policyDeed, ...by });
      people.set(subjectOf(person), person);
    } catch (error) {
      if (!(error instanceof ActRefused)) throw error;
      refusals.push(`a signature does not count: ${error.message}`);
    }
  }
  return { people: [...people.values()], refusals };
}

/** @throws ActRefused */
async function signerOf(
  content: PolicyContent,
  { act, salt }: PolicySignature,
  { aud, ring, deedOf }: { readonly aud: string; readonly ring: KeyRing; readonly deedOf: DeedOf },
): Promise<string> {
  const signer = signerIn(act, ring);
  if (signer?.subject === ANY_PERSON)
    throw new ActRefused("it is by a desk's key: people sign with their own");
  // No worker has vouched for the instant of a signature: a key that was retired could have dated it back.
  if (signer?.state === 'retired') throw new ActRefused('the key that signed its act was retired');
  const atMs = (claimsIn(act)?.iat ?? 0) * 1_000;
  const { sub, role } = await verifyAct(
    { act, salt, fields: content },
    { ...deedOf(content), aud, atMs },
    ring,
  );
  if (!POLICY_SIGNERS.roles.includes(role))
    throw new ActRefused(`a policy is signed in the role ${inWords()}`);
  return sub;
}

const inWords = () => POLICY_SIGNERS.roles.join(' or ');

/** How many other people vouch for a device. */
const ENROLLERS = 2;

/** What two people sign of a device: all of it, and whose it is. */
type Enrolment = Omit<RingPasskey, 'signatures' | 'state' | 'since'>;

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
