import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysIn, newAuditKey, writersKeysIn } from '../../src/records/audit/keys';
import { signed, signerKeyIn } from '../../src/records/checkpoints/checkpoint';
import {
  createAuditKeys,
  readAuditKeys,
  readSignerKey,
  readWritersAuditKeys,
} from '../../src/records/audit-key-files';
import { newSignerKey } from '../support/records/database';

const hash = 'a'.repeat(64);

test('the first key of a file signs, and entries that an older one has signed still verify', () => {
  const [older, newer] = [newAuditKey(), newAuditKey()];
  const before = writersKeysIn(older.line, 'audit.key');
  const entry = { hash, key_id: before.activeId, signature: before.sign(hash) };
  const rotated = writersKeysIn(`# since March\n${newer.line}\n\n${older.line}\n`, 'audit.key');
  expect(rotated.activeId).not.toBe(before.activeId);
  expect(rotated.verifies(entry)).toBe(true);
  expect(keysIn(newer.line, 'audit.key').verifies(entry)).toBe(false);
});

test('the public parts verify whatever the keys have signed, and nothing else', () => {
  const key = newAuditKey();
  const workers = writersKeysIn(key.line, 'audit.key');
  const auditor = keysIn(key.publicLine, 'audit.public.key');
  const entry = { hash, key_id: workers.activeId, signature: workers.sign(hash) };
  for (const looked of ['first', 'again']) expect([looked, auditor.verifies(entry)]).toEqual([looked, true]);
  const other = writersKeysIn(newAuditKey().line, 'audit.key');
  for (const changed of [
    { hash: 'b'.repeat(64) },
    { signature: other.sign(hash) },
    { signature: '' },
    { key_id: other.activeId },
  ])
    expect(auditor.verifies({ ...entry, ...changed })).toBe(false);
  expect(() => writersKeysIn(key.publicLine, 'audit.key')).toThrow(
    'it holds public keys alone, which sign nothing',
  );
});

const good = newAuditKey();
test.each([
  ['', 'it holds no key'],
  ['short', 'must be a key of Ed25519'],
  [`${good.line}\nshort`, 'must be a key of Ed25519'],
  [`${good.line}\n${newAuditKey().publicLine}`, 'it mixes private keys and public ones'],
  [good.line.replace('Ed25519', 'X25519'), 'must be a key of Ed25519'],
])('a file without good keys (%#) is refused in a sentence without the key', (text, sentence) => {
  expect(() => keysIn(text, 'audit.key')).toThrow(sentence);
  expect(() => keysIn(text, 'audit.key')).not.toThrow(/short|"d"/);
});

test('keys of the audit that others can read are refused, but for public ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-keys-'));
  const files = await createAuditKeys(join(folder, 'keys'));
  for (const path of Object.values(files)) chmodSync(path, 0o644);
  const refusal = 'others than its owner can read it';
  for (const read of [readAuditKeys, readWritersAuditKeys])
    expect(() => read(files.keyFile)).toThrow(refusal);
  await expect(readSignerKey(files.signerKeyFile)).rejects.toThrow(refusal);
  expect(() => readAuditKeys(files.publicKeyFile)).not.toThrow();
  await expect(readSignerKey(files.signerPublicKeyFile)).resolves.toMatchObject({ privateKey: undefined });
  chmodSync(files.keyFile, 0o600);
  expect(() => readWritersAuditKeys(files.keyFile)).not.toThrow();
  rmSync(folder, { recursive: true });
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
