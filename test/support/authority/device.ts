import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Assertion, Passkey } from '../../../src/authority/passkey';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();
const DESK = { rpId: 'desk.example', origin: 'https://desk.example' };

/** What of a signature differs from a genuine one. */
export interface Signed {
  readonly rpId?: string;
  readonly origin?: string;
  readonly type?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly crossOrigin?: boolean;
}

/** A device in software: it signs as an authenticator does. */
export function newDevice(kind: 'ec' | 'ed25519' | 'rsa' = 'ec', counter = 0) {
  const { publicKey, privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : kind === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
        : generateKeyPairSync('ed25519');
  const passkey: Passkey = {
    ...{ credential: 'Y3JlZGVudGlhbC0x', counter, ...DESK },
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  };
  const signs = (challenge: string, changed: Signed = {}): Assertion => {
    const {
      rpId,
      origin,
      type,
      flags,
      counter: counted,
      crossOrigin,
    } = {
      ...{ ...DESK, type: 'webauthn.get', flags: 0x05, counter: 0, crossOrigin: false },
      ...changed,
    };
    const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counted);
    const data = Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
    const signed = Buffer.concat([data, sha256(clientData)]);
    return {
      credential: passkey.credential,
      clientData: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign(kind === 'ed25519' ? null : 'sha256', signed, privateKey).toString('base64url'),
    };
  };
  return { passkey, signs };
}
