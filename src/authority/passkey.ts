import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { hash } from './digest';
import { ActRefused } from './act-refused';

const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, { error: 'must be base64url' });

/** The device of a person that signs single acts (WebAuthn), as two people have enrolled it. */
export const passkeyFields = {
  /** Id of the credential at the device. */
  credential: bytes(1_400),
  /** Its public key: SubjectPublicKeyInfo in DER. */
  publicKey: bytes(1_400).refine((given) => publicKeyIn(given) !== undefined, {
    error: 'publicKey must be a key on the curve P-256, an Ed25519 key, or an RSA key of 2048 bits or more',
  }),
  /** The desk at which it was made: its host, and the whole origin of its pages. */
  rpId: z.string().min(1).max(253),
  origin: z.url({ protocol: /^https?$/ }),
  /** Of its signatures when it was enrolled; devices that copy their keys do not count. */
  counter: z.int().min(0).max(0xffff_ffff),
};

/** A device by which the signature over an act is checked. */
export type Passkey = Readonly<z.output<z.ZodObject<typeof passkeyFields>>>;

const assertion = z.strictObject({
  credential: bytes(1_400),
  clientData: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(1_400),
});

/** What a browser brings of the device: the signature, and what it signs. */
export type Assertion = Readonly<z.output<typeof assertion>>;

/** What the device is to sign, so that the signature is for this act and for no other. */
export const challengeOf = (act: string): string => hash(act);

/** A signature by a device, unchecked. @throws ActRefused where it is none */
export function assertionIn(given: unknown): Assertion {
  const { data } = assertion.safeParse(given);
  if (data) return data;
  throw new ActRefused('its signature by a device cannot be read');
}

const clientDataOf = z.object({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
});

const [PRESENT, VERIFIED] = [0x01, 0x04];
/** The hash of the host, the flags and the counter. */
const DATA_BYTES = 37;

/**
 * Checks that a device has signed this very act, with its person there and recognised, on a page of the desk at which it was
 * enrolled (W3C Web Authentication, 7.2). @throws ActRefused
 */
export function requireAssertion(
  act: string,
  { clientData, authenticatorData, signature }: Assertion,
  { publicKey, rpId, origin, counter }: Passkey,
): void {
  const [told, data] = [Buffer.from(clientData, 'base64url'), Buffer.from(authenticatorData, 'base64url')];
  const client = clientDataOf.safeParse(jsonIn(told)).data;
  if (!client || data.length < DATA_BYTES) throw new ActRefused('its signature by a device cannot be read');
  if (client.challenge !== challengeOf(act))
    throw new ActRefused('its signature by a device is for another act');
  if (client.origin !== origin || !data.subarray(0, 32).equals(sha256(rpId)))
    throw new ActRefused('its signature by a device was made at another address than that of the desk');
  const flags = data.readUInt8(32);
  if ((flags & PRESENT) === 0 || (flags & VERIFIED) === 0)
    throw new ActRefused('its device has not recognised its person (user verification)');
  const counted = data.readUInt32BE(33);
  if ((counted > 0 || counter > 0) && counted <= counter)
    throw new ActRefused('its device counts fewer signatures than when it was enrolled: it may be a copy');
  const signed = Buffer.concat([data, sha256(told)]);
  if (!isSignedBy(publicKeyIn(publicKey), signed, Buffer.from(signature, 'base64url')))
    throw new ActRefused('its signature by a device does not hold');
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();

function isSignedBy(key: KeyObject | undefined, signed: Buffer, signature: Buffer): boolean {
  if (!key) return false;
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
}

const RSA_BITS_MIN = 2_048;

/** Keys that devices make: ES256, EdDSA or RS256. */
function publicKeyIn(given: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(given, 'base64url'), format: 'der', type: 'spki' });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    const isKnown =
      key.asymmetricKeyType === 'ed25519' ||
      (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
      (key.asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS_MIN);
    return isKnown ? key : undefined;
  } catch {
    return undefined;
  }
}

function jsonIn(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}
