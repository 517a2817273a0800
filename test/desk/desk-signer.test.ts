import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeyPair, writeSecretFile } from '../../src/authority/person-key';
import { deskSigner } from '../../src/desk/route-context';

const folder = mkdtempSync(join(tmpdir(), 'desk-signer-'));
const path = join(folder, 'desk.key.json');
afterAll(() => rmSync(folder, { recursive: true }));

/** Puts a new key into the place of the desk's, and returns its id. */
function replace(): string {
  rmSync(path, { force: true });
  const { file } = newKeyPair('*', ['officer']);
  writeSecretFile(path, file);
  return file.kid;
}

test('a desk that runs signs with the key that its file holds now, and with the last one while the file is lost', () => {
  const told: string[] = [];
  const first = replace();
  const signer = deskSigner(path, 'test', (sentence) => told.push(sentence));
  expect(signer).toMatchObject({ bankEnvironment: 'test', key: { kid: first } });
  rmSync(path);
  expect(signer.key.kid).toBe(first);
  expect(told).toEqual([expect.stringMatching(/desk\.key\.json cannot be used.*stay in use/s)]);
  const second = replace();
  expect(signer.key.kid).toBe(second);
  writeFileSync(path, 'broken');
  expect(signer.key.kid).toBe(second);
});
