import { assertionIn, challengeOf, requireAssertion } from '../../src/authority/passkey';
import { newDevice, type Signed } from '../support/authority/device';

const ACT = 'header.claims.signature';

test.each(['ec', 'ed25519', 'rsa'] as const)('a device with a key of the kind %s signs an act', (kind) => {
  const { passkey, signs } = newDevice(kind);
  expect(() => requireAssertion(ACT, signs(challengeOf(ACT)), passkey)).not.toThrow();
});

test.each<[string, Signed, RegExp]>([
  ['of a page of another host', { origin: 'https://desk.example.evil' }, /another address/],
  ['for another host', { rpId: 'evil.example' }, /another address/],
  ['that makes a key', { type: 'webauthn.create' }, /cannot be read/],
  ['in a frame of another page', { crossOrigin: true }, /cannot be read/],
  ['without its person there', { flags: 0x04 }, /has not recognised its person/],
  ['that asked nobody who it is', { flags: 0x01 }, /has not recognised its person/],
])('a signature %s does not count', (_what, changed, why) => {
  const { passkey, signs } = newDevice();
  expect(() => requireAssertion(ACT, signs(challengeOf(ACT), changed), passkey)).toThrow(why);
});

test('a signature for another act does not count', () => {
  const { passkey, signs } = newDevice();
  expect(() => requireAssertion(ACT, signs(challengeOf(`${ACT}2`)), passkey)).toThrow(/for another act/);
});

test('a signature by another device does not count', () => {
  const [{ passkey }, { signs }] = [newDevice(), newDevice()];
  expect(() => requireAssertion(ACT, signs(challengeOf(ACT)), passkey)).toThrow(/does not hold/);
});

test('a changed signature does not count, whichever part of it was changed', () => {
  const { passkey, signs } = newDevice();
  const genuine = signs(challengeOf(ACT));
  const other = signs(challengeOf(ACT), { counter: 7 });
  for (const part of ['authenticatorData', 'signature'] as const)
    expect(() => requireAssertion(ACT, { ...genuine, [part]: other[part] }, passkey)).toThrow(
      /does not hold/,
    );
});

test('a device that counts no further than when it was enrolled may be a copy', () => {
  const { passkey, signs } = newDevice('ec', 5);
  const at = (counter: number) => () => requireAssertion(ACT, signs(challengeOf(ACT), { counter }), passkey);
  expect(at(5)).toThrow(/may be a copy/);
  expect(at(0)).toThrow(/may be a copy/);
  expect(at(6)).not.toThrow();
});

test.each([undefined, 'text', {}, { ...newDevice().signs('x'), more: 1 }])(
  'what is no signature by a device is refused in a sentence: %j',
  (given) => expect(() => assertionIn(given)).toThrow(/cannot be read/),
);
