import { Problem } from './problem';
import { texts } from '../texts';

const ALGORITHMS = [-7, -8, -257];
/** Where the counter stands in what a device signs. */
const COUNTER_AT = 33;

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** What the person or the browser has called off. */
const calledOff = (): never => {
  throw new Problem({ detail: texts.commands.deviceFailed });
};

/** Has a device of the person sign one act (WebAuthn). @throws Problem where it does not */
export async function signWithDevice(challenge: string) {
  const publicKey = { challenge: bytesOf(challenge), userVerification: 'required' } as const;
  const made = await navigator.credentials.get({ publicKey }).catch(calledOff);
  if (!(made instanceof PublicKeyCredential)) return calledOff();
  const { clientDataJSON, authenticatorData, signature } = made.response as AuthenticatorAssertionResponse;
  return {
    credential: made.id,
    clientData: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
  };
}

/** Has a device make a key for this desk. @returns what two other people enrol @throws Problem where it does not */
async function makeDeviceKey(subject: string): Promise<object> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    rp: { name: texts.shell.brand },
    user: { id: new TextEncoder().encode(subject), name: subject, displayName: subject },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg }) as const),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
  const made = await navigator.credentials.create({ publicKey }).catch(calledOff);
  if (!(made instanceof PublicKeyCredential)) return calledOff();
  const response = made.response as AuthenticatorAttestationResponse;
  const key = response.getPublicKey() ?? calledOff();
  return {
    ...{ subject, credential: made.id, publicKey: textOf(key) },
    ...{ rpId: window.location.hostname, origin: window.location.origin },
    counter: new DataView(response.getAuthenticatorData()).getUint32(COUNTER_AT),
  };
}

/** The same, as a file that the person takes along. */
export async function takeDeviceKey(subject: string): Promise<void> {
  const made = new Blob([JSON.stringify(await makeDeviceKey(subject), null, 2)], {
    type: 'application/json',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(made);
  link.download = `device-${subject}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
