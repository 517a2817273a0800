import promises from 'node:fs/promises';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lookAtDocuments, lookAtExport } from '../../src/cli/doctor/services-and-folders';

const before = process.env;
const folder = mkdtempSync(join(tmpdir(), 'doctor-of-folders-'));
writeFileSync(join(folder, 'heads.txt'), '');
beforeEach(() => {
  process.env = { ...before, DOCUMENTS_DIR: folder, AUDIT_EXPORT_FILE: join(folder, 'heads.txt') };
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

test('where a byte can be written, folders are fine and stay as they were', async () => {
  expect(await lookAtDocuments('write')).toMatchObject([{ verdict: 'fine' }]);
  expect(await lookAtExport()).toMatchObject([{ verdict: 'fine' }]);
  expect(readdirSync(folder)).toEqual(['heads.txt']);
});

test('a full disk is wrong for documents and for the exported heads', async () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const spy = jest.spyOn(promises, 'writeFile').mockRejectedValue(full);
  expect(await lookAtDocuments('write')).toMatchObject([
    { verdict: 'wrong', found: expect.stringContaining('not to write (ENOSPC: the disk is full)') },
  ]);
  expect(await lookAtExport()).toMatchObject([
    { verdict: 'wrong', found: expect.stringContaining('ENOSPC') },
  ]);
  expect(await lookAtDocuments('read')).toMatchObject([{ verdict: 'fine' }]);
  spy.mockRestore();
});

test.each([
  ['in a folder that is missing', join(folder, 'none', 'heads.txt')],
  ['that is a folder', folder],
])('the signer is told of an export file %s', async (_what, file) => {
  process.env.AUDIT_EXPORT_FILE = file;
  expect(await lookAtExport()).toMatchObject([
    {
      verdict: 'wrong',
      found: expect.stringMatching(/^the file that AUDIT_EXPORT_FILE names.*not to write \(E\w+\)$/),
      todo: expect.stringContaining('let this program write'),
    },
  ]);
});
