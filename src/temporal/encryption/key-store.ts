import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { keyFile, newKeyFile, type KeyFile } from './key-file';

/** The file of the encryption keys cannot be used or changed. The message says why, and never holds a key. */
export class EncryptionKeysError extends Error {
  override readonly name = 'EncryptionKeysError';

  constructor(
    readonly path: string,
    readonly problems: readonly string[],
  ) {
    super([`The file of the encryption keys, ${path}, cannot be used:`, ...problems].join('\n  '));
  }
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** Reads the keys. @throws EncryptionKeysError with every problem */
export function readKeyFile(path: string): KeyFile {
  const { data, error } = keyFile.safeParse(privateJson(path));
  if (!error) return data;
  throw new EncryptionKeysError(
    path,
    error.issues.map(({ path: field, message }) => `${field.join('.')} ${message}`.trim()),
  );
}

function privateJson(path: string): unknown {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new EncryptionKeysError(path, ['it does not exist, or cannot be reached']);
  if ((found.mode & OTHERS) !== 0)
    throw new EncryptionKeysError(path, [
      'others than its owner may open it; take that from them with chmod 600',
    ]);
  const content = attempted(path, 'it cannot be read', () => readFileSync(path, 'utf8'));
  return attempted(path, 'it is not JSON', () => JSON.parse(content) as unknown);
}

/** Makes a file with a first key, for its owner alone. @throws EncryptionKeysError where there is one already */
export function createKeyFile(path: string): KeyFile {
  const content = newKeyFile();
  const problem = 'it exists already, or cannot be written there';
  const file = attempted(path, problem, () => openSync(path, 'wx', OWNER_ONLY));
  store(file, content);
  return content;
}

/**
 * Puts another content in its place, in one step, so that no reader ever sees half of it. The draft is also the lock: of
 * two changes at once one is refused, since each would lose the other's key. @throws EncryptionKeysError
 */
export function changeKeyFile(path: string, change: (before: KeyFile) => KeyFile): KeyFile {
  const draft = `${path}.new`;
  const problem = `it cannot be written, or another program changes it; if none does, delete ${draft}`;
  const file = attempted(path, problem, () => openSync(draft, 'wx', OWNER_ONLY));
  try {
    const content = change(readKeyFile(path));
    store(file, content);
    renameSync(draft, path);
    return content;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** On the disk before it returns: what is encrypted under a key that was lost cannot be read again. */
function store(file: number, content: KeyFile): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  fsyncSync(file);
  closeSync(file);
}

function attempted<R>(path: string, problem: string, action: () => R): R {
  try {
    return action();
  } catch {
    throw new EncryptionKeysError(path, [problem]);
  }
}
