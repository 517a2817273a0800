import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Assertion, Passkey } from '../../../src/authority/passkey';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();
const DESK = { rpId: 'desk.example', origin: 'https://desk.example' };
/** Of the flags: the person is there, is recognised, and a key comes along. */
const [PRESENT_AND_VERIFIED, WITH_KEY] = [0x05, 0x40];

/** What of a signature differs from a genuine one. */
export interface Signed {
  readonly rpId?: string;
  readonly origin?: string;
  readonly type?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly framedBy?: string;
}

type Kind = 'ec' | 'ed25519' | 'rsa';

function newKeys(kind: Kind) {
  if (kind === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return generateKeyPairSync('ed25519');
}

/** A device in software: it makes a key and signs as an authenticator does. */
export function newDevice(kind: Kind = 'ec', counter = 0, subject = 'approver-7') {
  const { publicKey, privateKey } = newKeys(kind);
  const credential = Buffer.from(`device of ${subject}`);
  const jwk = publicKey.export({ format: 'jwk' });
  const member = (name: 'x' | 'y' | 'n' | 'e') => new Uint8Array(Buffer.from(jwk[name] ?? '', 'base64url'));
  // COSE: kind of key, algorithm, and then the curve with its point, or the RSA numbers (RFC 9053, RFC 8230).
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>(
      {
        ec: [
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, member('x')],
          [-3, member('y')],
        ],
        ed25519: [
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, member('x')],
        ],
        rsa: [
          [1, 3],
          [3, -257],
          [-1, member('n')],
          [-2, member('e')],
        ],
      }[kind] as [number, number][],
    ),
  );
  const dataOf = ({ rpId = DESK.rpId, flags = PRESENT_AND_VERIFIED, counter: counted = 0 }: Signed) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counted);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  const passkey: Passkey = {
    ...{ subject, counter, ...DESK },
    credential: credential.toString('base64url'),
    publicKey: Buffer.from(cose).toString('base64url'),
  };
  return {
    passkey,
    /** The signature over a challenge. */
    signs: (challenge: string, changed: Signed = {}): Assertion => {
      const { origin = DESK.origin, type = 'webauthn.get', framedBy: topOrigin } = changed;
      const framed = { crossOrigin: topOrigin !== undefined, ...(topOrigin !== undefined && { topOrigin }) };
      const client = Buffer.from(JSON.stringify({ type, challenge, origin, ...framed }));
      const data = dataOf(changed);
      const signature = sign(
        kind === 'ed25519' ? null : 'sha256',
        Buffer.concat([data, sha256(client)]),
        privateKey,
      );
      return {
        id: passkey.credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
    /** What the desk makes of the new key, in a file. */
    file: (changed: Signed = {}) => {
      const { origin = DESK.origin, type = 'webauthn.create' } = changed;
      const client = JSON.stringify({ type, challenge: 'random', origin, crossOrigin: false });
      const length = Buffer.from([0, credential.length]);
      const authData = Buffer.concat([
        dataOf({ counter, ...changed, flags: WITH_KEY | (changed.flags ?? PRESENT_AND_VERIFIED) }),
        ...[Buffer.alloc(16), length, credential, cose],
      ]);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const response = {
        clientDataJSON: Buffer.from(client).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      };
      return { subject, ...DESK, made: { id: passkey.credential, response } };
    },
  };
}
