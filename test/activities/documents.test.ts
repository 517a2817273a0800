import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createActivities } from '../../src/activities';
import { folderStore } from '../../src/activities/documents/store';
import { inspect } from '../../stack/inspected-document';
import type { Upload } from '../../src/bank/contract/operation';
import { attempt, failureOf, noTemporal, bankWith } from '../support/fake-bank';

const PDF = '%PDF-1.7\n%âãÏÓ\n';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const TEN_MB = 10 * 1024 * 1024;

let outside: string;
let folder: string;
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'documents-'));
  folder = join(outside, 'store');
  await mkdir(join(folder, 'adaeze'), { recursive: true });
  await writeFile(join(folder, 'adaeze/id.pdf'), PDF);
  await writeFile(join(folder, 'photo.png'), PNG);
  await writeFile(join(folder, 'scan.jpg'), JPEG);
  await writeFile(join(folder, 'script.pdf'), '<html>not a pdf</html>');
  await writeFile(join(folder, 'empty.pdf'), '');
  await writeFile(join(folder, 'exact.pdf'), PDF);
  await truncate(join(folder, 'exact.pdf'), TEN_MB);
  await writeFile(join(folder, 'large.pdf'), PDF);
  await truncate(join(folder, 'large.pdf'), TEN_MB + 1);
  await writeFile(join(outside, 'secret.pdf'), PDF);
  await symlink(join(outside, 'secret.pdf'), join(folder, 'link.pdf'));
  await symlink(join(folder, 'scan.jpg'), join(folder, 'inside.jpg'));
});
afterAll(() => rm(outside, { recursive: true }));

async function upload(path: string, sha256?: string) {
  const documents = folderStore(folder);
  const sent: Upload[] = [];
  const uploadLoanDocument = async ({ file }: { file: Upload }) => {
    sent.push(file);
    return { filename: 'f', file_url: 'https://files.example/f', file_tag: 'ID_CARD_DOCS', uploaded: true };
  };
  const activities = createActivities({
    bank: bankWith({ uploadLoanDocument }),
    documents,
    client: noTemporal,
    authority: { mode: 'open' },
  });
  const document = { path, sha256: sha256 ?? (await inspect(documents, path)).sha256 };
  const input = { applicationId: 'a-1', file_tag: 'ID_CARD_DOCS', document } as const;
  const result = await attempt().run((given: typeof input) => activities.uploadLoanDocument(given), input);
  return { result, sent };
}

test.each([
  ['adaeze/id.pdf', 'application/pdf', 'id_card_docs.pdf'],
  ['photo.png', 'image/png', 'id_card_docs.png'],
  ['scan.jpg', 'image/jpeg', 'id_card_docs.jpg'],
  ['inside.jpg', 'image/jpeg', 'id_card_docs.jpg'],
  ['exact.pdf', 'application/pdf', 'id_card_docs.pdf'],
])('%s goes out as %s, under the neutral name %s', async (path, type, filename) => {
  const { result, sent } = await upload(path);
  expect(result).toMatchObject({ uploaded: true });
  expect(sent).toMatchObject([{ filename, blob: { type } }]);
});

test.each([
  ['script.pdf', 'the document is neither a PDF nor a JPEG or PNG image'],
  ['empty.pdf', 'the document is neither a PDF nor a JPEG or PNG image'],
  ['large.pdf', 'the document is larger than 10 MB'],
])('%s is refused: %s', async (path, message) => {
  expect(await failureOf(upload(path, 'a'.repeat(64)))).toMatchObject({
    type: 'DOCUMENT_UNUSABLE',
    nonRetryable: true,
    message,
  });
});

test('a document with another content than was handed in is refused', async () => {
  const { message } = await failureOf(upload('photo.png', '0'.repeat(64)));
  expect(message).toBe('the document has changed since it was handed in');
});

test.each(['missing.pdf', '../secret.pdf', 'link.pdf', 'adaeze', '.', '', '/etc/hostname', 'a\0b'])(
  '"%s" is not in the store, and the message does not repeat the path',
  async (path) => {
    const { message } = await failureOf(upload(path, '0'.repeat(64)));
    expect(message).toBe('the document is not in the store');
  },
);

test('inspecting a document tells its digest, type and size', async () => {
  expect(await inspect(folderStore(folder), 'photo.png')).toEqual({
    path: 'photo.png',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    contentType: 'image/png',
    sizeBytes: PNG.length,
  });
  expect(await inspect(folderStore(folder), 'script.pdf')).not.toHaveProperty('contentType');
});

test('a document that is too large is refused before a byte of it is read', async () => {
  const blob = { stream: unread, slice: unread } as unknown as Blob;
  const store = { open: () => Promise.resolve({ blob, sizeBytes: TEN_MB + 1 }) };
  await expect(inspect(store, 'large.pdf')).rejects.toThrow('the document is larger than');
});

const unread = () => {
  throw new Error('it was read');
};
