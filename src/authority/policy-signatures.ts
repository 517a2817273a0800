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

/** The roles that may sign a policy, and the number of people who must. */
export const POLICY_SIGNERS = { roles: ['supervisor', 'approver'] as readonly Role[], people: 2 };

/** A person's act over a policy, as stored in its file. */
interface PolicySignature {
  readonly act: string;
  readonly salt: string;
}

export type PolicyContent = Readonly<Record<string, unknown>>;

type DeedOf = (content: PolicyContent) => Deed;

const policyDeed: DeedOf = ({ version }) => ({ wf: `policy:${String(version)}`, act: 'signPolicy' });

/** Signs a policy or another such content, in the key's first allowed role. @throws TypeError without one */
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

/** The signatures over exactly this policy by others than `person`: they stay when the person signs. */
export const signaturesBeside = (
  signatures: readonly PolicySignature[],
  content: PolicyContent,
  person: string,
): PolicySignature[] =>
  signatures.filter(({ act, salt }) => {
    const claims = claimsIn(act);
    return claims?.digest === digestOf(content, salt) && subjectOf(claims.sub) !== subjectOf(person);
  });

/** The people with a valid signature of a policy, each once, and the reasons why other signatures are not. */
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

async function signerOf(
  content: PolicyContent,
  { act, salt }: PolicySignature,
  { aud, ring, deedOf }: { readonly aud: string; readonly ring: KeyRing; readonly deedOf: DeedOf },
): Promise<string> {
  const signer = signerIn(act, ring);
  if (signer?.subject === ANY_PERSON)
    throw new ActRefused("it is by a desk's key: people sign with their own");
  // No worker vouches for a signature's time: a retired key could have backdated it.
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

const ENROLLERS = 2;

/** The content that two people sign about a device: all of it, and its person. */
type Enrolment = Omit<RingPasskey, 'signatures' | 'state' | 'since'>;

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

/** The people with a valid signature of an enrolment, except the device's own person. */
async function enrollers(
  { signatures, state: _state, since: _since, ...enrolment }: RingPasskey,
  by: { readonly aud: string; readonly ring: KeyRing },
): Promise<string[]> {
  const { people } = await policySigners(enrolment, signatures, { ...by, deedOf: enrolmentDeed });
  return people.filter((person) => !isAmong([enrolment.subject], person));
}

/** An act with everything that its check needs. */
interface Accepted {
  readonly act: string;
  readonly claims: ActClaims;
  readonly aud: string;
  readonly ring: KeyRing;
}

/** Checks that the act's person signed it with an enrolled device. @returns its name @throws ActRefused */
export async function requirePasskey(given: unknown, { act, claims, aud, ring }: Accepted): Promise<string> {
  const assertion = assertionIn(given);
  const passkey = ring.passkeys?.find(({ credential }) => credential === assertion.id);
  if (!passkey) throw new ActRefused('the device that signed it is not known here');
  if (passkey.state === 'revoked') throw new ActRefused('the device that signed it was revoked');
  if (passkey.subject !== claims.sub)
    throw new ActRefused('the device that signed it is that of another person');
  if ((await enrollers(passkey, { aud, ring })).length < ENROLLERS)
    throw new ActRefused('the device that signed it was not enrolled by two other people');
  await requireAssertion(act, assertion, passkey);
  return passkey.kid;
}

/** Whether a device that signed an accepted act no longer counts: it was revoked, or the ring lacks it. */
export const isRevoked = (kid: string, { passkeys = [] }: KeyRing): boolean =>
  passkeys.find((one) => one.kid === kid)?.state !== 'active';
