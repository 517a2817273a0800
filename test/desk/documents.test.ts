import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStore, removeUploads } from '../../src/activities/documents/store';
import { inspect } from '../../stack/inspected-document';
import { resealDocuments, rotateKey } from '../../src/cases/encryption-key-rotation';
import { CaseDocuments } from '../../src/desk/documents';
import { keyRingOf } from '../../src/temporal/encryption/settings';
import { createEncryptionKeys, readEncryptionKeys } from '../../src/temporal/encryption/key-ring-file';
import { unsealing } from '../../src/temporal/encryption/sealing/sealed-file';

const CONTENT = Buffer.from('%PDF-1.7\nthe identity of a borrower');
const OWNER = { kind: 'loan', reference: 'LN-1' } as const;

let folder: string;
let keyFile: string;
let store: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-'));
  keyFile = join(folder, 'keys.json');
  store = join(folder, 'store');
  mkdirSync(store);
  createEncryptionKeys(keyFile);
});
afterEach(() => rmSync(folder, { recursive: true }));

const keys = () => keyRingOf(keyFile, 'reader');
const kept = async () => {
  const { sha256 } = await new CaseDocuments(store, keys()).keep(OWNER, CONTENT);
  const [name = ''] = readdirSync(join(store, 'LN-1'));
  return { sha256, path: `LN-1/${name}`, file: join(store, 'LN-1', name) };
};
const forWorkers = () => folderStore(store, unsealing(keys()));

test('a document that the desk keeps lies encrypted, and the desk and the workers read it', async () => {
  const { sha256, path, file } = await kept();
  expect(readFileSync(file).includes('identity')).toBe(false);
  const desk = new CaseDocuments(store, keys());
  expect(await desk.read(OWNER, sha256)).toEqual({ type: 'application/pdf', content: CONTENT });
  expect(await desk.list(OWNER)).toMatchObject([{ sha256, path, sizeBytes: CONTENT.length }]);
  expect(await inspect(forWorkers(), path)).toMatchObject({
    ...{ sha256, sizeBytes: CONTENT.length, contentType: 'application/pdf' },
  });
});

test('a store that is gone is not made anew by an upload: it would hide that its documents are lost', async () => {
  rmSync(store, { recursive: true });
  await expect(kept()).rejects.toThrow(
    'The folder of the documents is gone: whoever runs the desk restores it.',
  );
  expect(existsSync(store)).toBe(false);
});

test('the same document again is kept once', async () => {
  await kept();
  const { sha256 } = await kept();
  expect(readdirSync(join(store, 'LN-1'))).toEqual([`${sha256}.pdf.sealed`, `${sha256}.txt.sealed`]);
});

test.each([
  ['Amaka Okonkwo, passport.pdf', 'Amaka Okonkwo, passport.pdf'],
  ['C:\\scans\\../id\u0000\u202e.pdf', 'id.pdf'],
])('a document that was uploaded as %j is listed as %j, and its name lies encrypted', async (given, name) => {
  const desk = new CaseDocuments(store, keys());
  expect(await desk.keep(OWNER, CONTENT, given)).toMatchObject({ name });
  expect(await desk.list(OWNER)).toMatchObject([{ name }]);
  for (const file of readdirSync(join(store, 'LN-1')))
    expect(readFileSync(join(store, 'LN-1', file)).includes('id')).toBe(false);
});

test('a document without a name is listed by the beginning of its digest', async () => {
  const { sha256 } = await kept();
  expect(await new CaseDocuments(store, keys()).list(OWNER)).toMatchObject([
    { name: `${sha256.slice(0, 12)}.pdf` },
  ]);
});

test('a name goes with its document, and counts as none', async () => {
  await new CaseDocuments(store, keys()).keep(OWNER, CONTENT, 'passport.pdf');
  expect(await removeUploads(store, 'LN-1', new Date(Date.now() + 60_000))).toBe(1);
  expect(existsSync(join(store, 'LN-1'))).toBe(false);
});

test('an encrypted document opens at its own place alone, unaltered, and with its key alone', async () => {
  const { path, file } = await kept();
  cpSync(join(store, 'LN-1'), join(store, 'LN-2'), { recursive: true });
  const refusal = 'the document cannot be decrypted';
  await expect(inspect(forWorkers(), path.replace('LN-1', 'LN-2'))).rejects.toThrow(refusal);
  await expect(inspect(folderStore(store), path)).rejects.toThrow(refusal);
  const bytes = readFileSync(file);
  for (const at of [0, 5, 40, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 1;
    writeFileSync(file, altered);
    await expect(inspect(forWorkers(), path)).rejects.toThrow(refusal);
  }
  for (const length of [0, 1, 30]) {
    writeFileSync(file, bytes.subarray(0, length));
    await expect(inspect(forWorkers(), path)).rejects.toThrow(refusal);
  }
});

test('documents under a key that is to be removed are encrypted anew, and stay readable', async () => {
  const { sha256, file } = await kept();
  const { active: first } = readEncryptionKeys(keyFile);
  const { id: second } = rotateKey(keyFile);
  const before = readFileSync(file);
  expect(await resealDocuments(store, keys(), first)).toBe(2);
  expect(readFileSync(file).includes(second)).toBe(true);
  expect(readFileSync(file).equals(before)).toBe(false);
  expect((await new CaseDocuments(store, keys()).read(OWNER, sha256)).content).toEqual(CONTENT);
  expect(await resealDocuments(store, keys(), first)).toBe(0);
});

test('with encryption off a document is kept as it is, and an encrypted document is not shown', async () => {
  const plain = new CaseDocuments(store);
  const { sha256 } = await plain.keep(OWNER, CONTENT);
  expect(readFileSync(join(store, 'LN-1', `${sha256}.pdf`))).toEqual(CONTENT);
  expect((await plain.read(OWNER, sha256)).content).toEqual(CONTENT);
  rmSync(join(store, 'LN-1'), { recursive: true });
  await kept();
  await expect(plain.read(OWNER, sha256)).rejects.toMatchObject({
    ...{ problem: 'unavailable', message: 'The document cannot be decrypted.' },
  });
});
