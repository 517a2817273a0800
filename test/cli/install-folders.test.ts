import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envFile, requireSamePlace } from '../../src/cli/install/environment';
import { makeDocuments } from '../../src/cli/install/install';
import { makeKeys } from '../../src/cli/install/keys';

const answers = { bank: { key: 'k', apiKey: 'a' } } as Parameters<typeof makeKeys>[1];

test.each(['audit-heads', 'readers'])(
  'a file in the place of the folder %s of an installation is named, with what to do',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'install-folders-'));
    await makeKeys(folder, answers);
    writeFileSync(join(folder, 'passwords.json'), '{}');
    const path = join(folder, name);
    rmSync(path, { recursive: true });
    writeFileSync(path, '');
    await expect(makeKeys(folder, answers)).rejects.toThrow(
      `${path} must be a folder, and a file is in its way: move that elsewhere, and run this again.`,
    );
    rmSync(path);
    expect(await makeKeys(folder, answers)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

test('the folder of the documents is made once: where it is gone, a person restores it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'install-folders-'));
  const documents = join(folder, 'documents');
  expect(makeDocuments(documents, true)).toEqual([]);
  expect(makeDocuments(documents, false)).toEqual([]);
  rmSync(documents, { recursive: true });
  expect(makeDocuments(documents, false)).toMatchObject([
    { verdict: 'wrong', found: `${documents} is gone`, todo: expect.stringContaining('from your copy') },
  ]);
  expect(existsSync(documents)).toBe(false);
  rmSync(folder, { recursive: true });
});

test('an installation does not follow a mistyped namespace or database, unless its environment is removed first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'install-folders-'));
  const worker = {
    BANK_ENVIRONMENT: 'sandbox',
    TEMPORAL_ADDRESS: 'temporal:7233',
    TEMPORAL_NAMESPACE: 'lending',
    DATABASE_URL: 'postgres://worker:secret@db/records',
  };
  const follow = (changed: object) => () =>
    requireSamePlace(folder, { worker: { ...worker, ...changed } } as unknown as Parameters<
      typeof requireSamePlace
    >[1]);
  follow({})();
  writeFileSync(join(folder, 'worker.env'), envFile(worker));
  follow({ LOG_LEVEL: 'debug', DATABASE_URL: 'postgres://worker:another@db/records' })();
  expect(follow({ TEMPORAL_NAMESPACE: 'lendign' })).toThrow('another temporal.namespace than');
  const both = follow({ TEMPORAL_ADDRESS: 'other:7233', DATABASE_URL: 'postgres://worker:secret@db/record' });
  expect(both).toThrow('another temporal.address and database than');
  expect(both).not.toThrow('secret');
  rmSync(join(folder, 'worker.env'));
  both();
  rmSync(folder, { recursive: true });
});
