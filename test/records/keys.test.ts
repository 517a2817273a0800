import { keysIn } from '../../src/records/audit/keys';
import { signed, signerKeyIn } from '../../src/records/checkpoints/checkpoint';
import { newAuditKey, newSignerKey } from '../support/records/database';

test('the first key of a file seals, and entries that an older one has sealed still verify', () => {
  const [older, newer] = [newAuditKey(), newAuditKey()];
  const hash = 'a'.repeat(64);
  const before = keysIn(older, 'audit.key');
  const entry = { hash, key_id: before.activeId, mac: before.seal(hash) };
  const rotated = keysIn(`# since March\n${newer}\n\n${older}\n`, 'audit.key');
  expect(rotated.activeId).not.toBe(before.activeId);
  expect(rotated.verifies(entry)).toBe(true);
  expect(keysIn(newer, 'audit.key').verifies(entry)).toBe(false);
});

test.each([
  ['', 'it holds no key'],
  ['short', 'at least 43 characters'],
  [`${newAuditKey()}\nshort`, 'at least 43 characters'],
])('a file without good keys (%#) is refused in a sentence without the key', (text, sentence) => {
  expect(() => keysIn(text, 'audit.key')).toThrow(sentence);
  expect(() => keysIn(text, 'audit.key')).not.toThrow(/short/);
});

test('a key that only verifies signs nothing', async () => {
  const { d: _, ...publicPart } = JSON.parse(newSignerKey()) as Record<string, string>;
  const key = await signerKeyIn(JSON.stringify(publicPart), 'signer.jwk');
  const checkpoint = { number: 1, at: '2030-01-01T00:00:00.000Z', previous: '', position: 0, heads: [] };
  expect(() => signed(checkpoint, key)).toThrow("takes the private part of the signer's key");
});

test.each(['', '{}', '{"kty":"RSA"}', '{"kty":"OKP","crv":"Ed25519","x":"no"}'])(
  'a file that is no Ed25519 key (%#) is refused in a sentence',
  async (text) => {
    await expect(signerKeyIn(text, 'signer.jwk')).rejects.toThrow('must hold an Ed25519 key as JSON (JWK)');
  },
);
