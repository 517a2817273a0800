import { subjectOf } from '../domain/case/agreement';
import { claimsIn, type Deed } from '../domain/case/acts';
import type { Role } from '../domain/case/commands';
import { digestOf } from './digest';
import { ANY_PERSON, type KeyRing, type RingPasskey } from './key-ring';
import type { SigningKey } from './person-key';
import { signAct } from './sign';
import { ActRefused } from './act-refused';
import { signerIn, verifyAct } from './verify';

/** The roles that may sign a policy, and the number of people who must. */
export const POLICY_SIGNERS = { roles: ['supervisor', 'approver'] as readonly Role[], people: 2 };

/** A person's act over a policy, as stored in its file. */
export type PolicySignature = Readonly<RingPasskey['signatures'][number]>;

export type PolicyContent = Readonly<Record<string, unknown>>;

export type DeedOf = (content: PolicyContent) => Deed;

const policyDeed: DeedOf = ({ version }) => ({ wf: `policy:${String(version)}`, act: 'signPolicy' });

/** Signs a policy or another such content, in the key's first allowed role. @throws TypeError without one */
export async function signPolicy(content: PolicyContent, key: SigningKey, aud: string, deedOf = policyDeed) {
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
      const name = claimsIn(signature.act)?.sub ?? 'nobody';
      refusals.push(`the signature in the name of ${name} does not count: ${error.message}`);
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
  const { iat = 0, wf } = claimsIn(act) ?? {};
  if (deedOf === policyDeed && wf !== policyDeed(content).wf)
    throw new ActRefused('it signs another version');
  const expected = { ...deedOf(content), aud, atMs: iat * 1_000 };
  const { sub, role } = await verifyAct({ act, salt, fields: content }, expected, ring);
  if (!POLICY_SIGNERS.roles.includes(role))
    throw new ActRefused(`a policy is signed in the role ${inWords()}`);
  return sub;
}

const inWords = () => POLICY_SIGNERS.roles.join(' or ');
