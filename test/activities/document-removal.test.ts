import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDocument, removeDocumentsOf } from '../../src/activities/documents/store';

let outside: string;
let folder: string;
const sha256 = createHash('sha256').update('content').digest('hex');
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'removal-'));
  folder = join(outside, 'store');
  mkdirSync(join(folder, 'LN-1', 'scans'), { recursive: true });
  mkdirSync(join(folder, 'LN-10'));
  for (const path of ['flat.pdf', 'LN-1/id.pdf', 'LN-1/scans/bill.pdf', 'LN-10/id.pdf', '../secret.pdf'])
    writeFileSync(join(folder, path), 'content');
});
afterEach(() => rmSync(outside, { recursive: true }));
const isThere = (path: string) => existsSync(join(folder, path));

test('a document is removed with its digest, and not with its path alone', async () => {
  expect(await removeDocument(folder, { path: 'flat.pdf', sha256: '0'.repeat(64) })).toBe(false);
  expect(isThere('flat.pdf')).toBe(true);
  expect(await removeDocument(folder, { path: 'flat.pdf', sha256 })).toBe(true);
  expect(isThere('flat.pdf')).toBe(false);
  expect(await removeDocument(folder, { path: 'flat.pdf', sha256 })).toBe(false);
});

test('what a link inside the store shows to goes with the link; nothing outside the store goes', async () => {
  symlinkSync(join(folder, 'flat.pdf'), join(folder, 'link.pdf'));
  symlinkSync(join(outside, 'secret.pdf'), join(folder, 'out.pdf'));
  expect(await removeDocument(folder, { path: 'link.pdf', sha256 })).toBe(true);
  expect([isThere('link.pdf'), isThere('flat.pdf')]).toEqual([false, false]);
  for (const path of ['../secret.pdf', 'out.pdf', join(outside, 'secret.pdf')])
    expect(await removeDocument(folder, { path, sha256 })).toBe(false);
  expect(isThere('../secret.pdf')).toBe(true);
});

test('the folder of a case goes with everything in it, and no other folder', async () => {
  expect(await removeDocumentsOf(folder, 'LN-1')).toBe(2);
  expect([isThere('LN-1'), isThere('LN-10/id.pdf'), isThere('flat.pdf')]).toEqual([false, true, true]);
  for (const reference of ['LN-1', '..', '.', '../store', ''])
    expect(await removeDocumentsOf(folder, reference)).toBe(0);
  expect([isThere('LN-10/id.pdf'), isThere('../secret.pdf')]).toEqual([true, true]);
});
