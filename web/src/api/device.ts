import { unsigned } from './problem';

const ALGORITHMS = [-7, -8, -257];

/** @throws Problem, since the person or the browser called it off, or the browser cannot do it */
const calledOff = (): never => {
  throw unsigned();
};

/** Has a device of the person sign one act (WebAuthn). @throws Problem if it does not */
export const signWithDevice = (challenge: string) =>
  answerOf<AuthenticationResponseJSON>(async () => {
    const asked = { challenge, userVerification: 'required' };
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  });

/** Has a device make a key for this desk. @throws Problem if it does not */
const makeKey = (subject: string) =>
  answerOf<RegistrationResponseJSON>(async () =>
    navigator.credentials.create({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rp: { name: "Officers' desk" },
        user: { id: new TextEncoder().encode(subject), name: subject, displayName: subject },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg }) as const),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    }),
  );

async function answerOf<R>(ask: () => Promise<Credential | null>): Promise<R> {
  const made = await ask().catch(calledOff);
  return made instanceof PublicKeyCredential ? (made.toJSON() as R) : calledOff();
}

/** Has a device make a key, and downloads it as a file that its person takes to two other people. */
export async function takeDeviceKey(subject: string): Promise<void> {
  const { hostname: rpId, origin } = window.location;
  const key = { subject, rpId, origin, made: await makeKey(subject) };
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(key, null, 2)], { type: 'application/json' }));
  link.download = `device-${subject}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
