import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
