import { z } from 'zod';
import { beginningOf, printable } from '../domain/case/display-text';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../domain/wire/references';
import { ActRefused } from './act-refused';
import { hash } from './digest';

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url');

const place = {
  subject: z.string().max(REFERENCE_MAX).regex(REFERENCE_PATTERN),
  /** The desk at which it was made: its host, and the whole origin of its pages. */
  rpId: z.string().min(1).max(253),
  origin: z.url({ protocol: /^https?$/ }),
};

/** The device of a person that signs single acts (WebAuthn), as two people have enrolled it. */
export const passkeyFields = {
  ...place,
  credential: bytes(1_400),
  /** Its public key (COSE). */
  publicKey: bytes(1_400),
  /** Its signature counter at enrolment; devices that copy their keys do not count. */
  counter: z.int().min(0).max(0xffff_ffff),
};

export type Passkey = Readonly<z.output<z.ZodObject<typeof passkeyFields>>>;

/** A key that a device made at the desk, as its person hands it over (`PublicKeyCredential.toJSON()`). */
export const madeAtDesk = z.object({
  ...place,
  made: z.object({
    id: bytes(1_400),
    response: z.object({ clientDataJSON: bytes(4_000), attestationObject: bytes(16_000) }),
  }),
});

const assertion = z.object({
  id: bytes(1_400),
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(1_400),
  }),
});

/** A device's signature and the signed data, as the browser sends them (`PublicKeyCredential.toJSON()`). */
export type Assertion = Readonly<z.output<typeof assertion>>;

/** The challenge for the device, which ties its signature to this act alone. */
export const challengeOf = (act: string): string => hash(act);

/** Reads the signature of a device, without checking it. @throws ActRefused where it cannot be read */
export function assertionIn(given: unknown): Assertion {
  const { data } = assertion.safeParse(given);
  if (data) return data;
  throw new ActRefused('its signature by a device cannot be read');
}

/** Loaded on demand: it is large, and most programs never use a device. */
const webAuthn = () => import('@simplewebauthn/server');

const credentialOf = <R>({ id, response }: { readonly id: string; readonly response: R }) => ({
  ...{ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
  response,
});

/** The device whose key a person brings. @throws Error unless made at this desk, its person recognised */
export async function passkeyIn({ made, ...of }: z.output<typeof madeAtDesk>): Promise<Passkey> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credentialOf(made),
    // No challenge was given: the two people who vouch for the key compare it with its person.
    expectedChallenge: () => true,
    expectedOrigin: of.origin,
    expectedRPID: of.rpId,
  });
  if (!registrationInfo) throw new Error('the attestation of the device does not hold');
  const { id: credential, publicKey, counter } = registrationInfo.credential;
  return { ...of, credential, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/**
 * Checks that a device has signed exactly this act, with its person present and recognised, on a page of the
 * desk where it was enrolled. @throws ActRefused
 */
export async function requireAssertion(act: string, given: Assertion, passkey: Passkey): Promise<void> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { credential: id, publicKey, counter, origin, rpId } = passkey;
  const { verified } = await verifyAuthenticationResponse({
    response: credentialOf(given),
    expectedChallenge(challenge) {
      if (challenge !== challengeOf(act))
        throw new ActRefused('its signature by a device is for another act');
      return true;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter },
  }).catch((error: unknown) => {
    throw error instanceof ActRefused ? error : refusedFor(reasonOf(error));
  });
  if (!verified) throw refusedFor('it is by another device, or was changed');
}

const refusedFor = (reason: string) => new ActRefused(`its signature by a device does not count: ${reason}`);

const REASON_MAX = 200;

/** The library's reason for a refusal, made printable: it repeats input from the browser. */
export const reasonOf = (error: unknown): string =>
  beginningOf(printable(error instanceof Error ? error.message : String(error)), REASON_MAX);
