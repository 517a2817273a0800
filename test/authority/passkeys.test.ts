import { assertionIn, challengeOf, passkeyIn, requireAssertion } from '../../src/authority/passkey';
import { newDevice, type Signed } from '../support/authority/device';

const ACT = 'header.claims.signature';

test.each(['ec', 'ed25519', 'rsa'] as const)(
  'a device with a key of the kind %s signs an act',
  async (kind) => {
    const { file, signs } = newDevice(kind);
    const passkey = await passkeyIn(file());
    await expect(requireAssertion(ACT, signs(challengeOf(ACT)), passkey)).resolves.toBeUndefined();
  },
);

test.each<[string, Signed, RegExp]>([
  ['of a page of another host', { origin: 'https://desk.example.evil' }, /does not count: .*origin/],
  ['for another host', { rpId: 'evil.example' }, /does not count: .*RP ID/],
  ['that makes a key', { type: 'webauthn.create' }, /does not count: .*type/],
  ['in a frame of another page', { framedBy: 'https://evil.example' }, /does not count: .*cross-origin/],
  ['without its person there', { flags: 0x04 }, /does not count: User not present/],
  ['that asked nobody who it is', { flags: 0x01 }, /does not count: User verification required/],
])('a signature %s does not count', async (_what, changed, why) => {
  const { passkey, signs } = newDevice();
  await expect(requireAssertion(ACT, signs(challengeOf(ACT), changed), passkey)).rejects.toThrow(why);
});

test('a signature for another act does not count', async () => {
  const { passkey, signs } = newDevice();
  const other = signs(challengeOf(`${ACT}2`));
  await expect(requireAssertion(ACT, other, passkey)).rejects.toThrow(/for another act/);
});

test('a signature by another device does not count', async () => {
  const [{ passkey }, { signs }] = [newDevice(), newDevice()];
  const signed = signs(challengeOf(ACT));
  await expect(requireAssertion(ACT, signed, passkey)).rejects.toThrow(/by another device, or was changed/);
});

test('a changed signature does not count, whichever part of it was changed', async () => {
  const { passkey, signs } = newDevice();
  const genuine = signs(challengeOf(ACT));
  const other = signs(challengeOf(ACT), { counter: 7 });
  for (const part of ['authenticatorData', 'signature'] as const) {
    const changed = { ...genuine, response: { ...genuine.response, [part]: other.response[part] } };
    await expect(requireAssertion(ACT, changed, passkey)).rejects.toThrow(/was changed/);
  }
});

test('a device that counts no further than when it was enrolled may be a copy', async () => {
  const { passkey, signs } = newDevice('ec', 5);
  const at = (counter: number) => requireAssertion(ACT, signs(challengeOf(ACT), { counter }), passkey);
  await expect(at(5)).rejects.toThrow(/does not count: .*counter/);
  await expect(at(0)).rejects.toThrow(/does not count: .*counter/);
  await expect(at(6)).resolves.toBeUndefined();
});

test.each([undefined, 'text', {}, { id: newDevice().passkey.credential }])(
  'what is no signature by a device is refused in a sentence: %j',
  (given) => expect(() => assertionIn(given)).toThrow(/cannot be read/),
);

test('a refusal repeats no unseen signs of what a browser has brought, and not all of it', async () => {
  const { passkey, signs } = newDevice();
  const origin = `https://\u001b[31m\u202e${'x'.repeat(2_000)}`;
  const refusal = requireAssertion(ACT, signs(challengeOf(ACT), { origin }), passkey);
  await expect(refusal).rejects.toThrow(/^[^\p{Cc}\p{Cf}]{60,300}$/u);
});

test.each<[string, Signed, RegExp]>([
  ['of a page of another host', { origin: 'https://desk.example.evil' }, /origin/],
  ['for another host', { rpId: 'evil.example' }, /RP ID/],
  ['of a device that asked nobody who it is', { flags: 0x01 }, /User verification/],
  ['that is the answer to something else', { type: 'webauthn.get' }, /type/],
])('a key %s is none to enrol', async (_what, changed, why) => {
  await expect(passkeyIn(newDevice().file(changed))).rejects.toThrow(why);
});
