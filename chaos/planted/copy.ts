import { chmod, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withReplacements, type Defect } from './defect';

const PROJECT = join(__dirname, '../..');
const COPIED = ['src', 'sandbox', 'stack', 'chaos', 'test'];

/** Uses a copy of the project with the defect planted. All but the sources is linked. */
export async function inCopy<R>(defect: Defect, use: (folder: string) => Promise<R>): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'planted-'));
  try {
    // The database that runs from it has a user of its own.
    await chmod(folder, 0o755);
    for (const name of await readdir(PROJECT))
      if (COPIED.includes(name)) await cp(join(PROJECT, name), join(folder, name), { recursive: true });
      else if (name !== '.git') await symlink(join(PROJECT, name), join(folder, name));
    for (const file of new Set(defect.replacements.map((one) => one.file))) {
      const source = await readFile(join(folder, file), 'utf8');
      await writeFile(join(folder, file), withReplacements(source, file, defect));
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}
