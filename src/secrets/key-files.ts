import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';

/** A key file cannot be used or changed. The message names the file and each problem, and never a key. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
  readonly kind = 'usage';

  constructor(
    readonly path: string,
    readonly problems: readonly string[],
  ) {
    super([`The key file ${path} cannot be used:`, ...problems].join('\n  '));
  }
}

/** The mode of a file with secrets. */
export const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** The text of a file that anyone may read. @throws KeyFileError */
export function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    throw new KeyFileError(path, [code === 'ENOENT' ? 'it does not exist' : `it cannot be read (${code})`]);
  }
}

/** The text of a file that only its owner may read. @throws KeyFileError if its group or others may, too */
export function readSecretFile(path: string): string {
  const text = readKeyFile(path);
  if ((statSync(path).mode & OTHERS) !== 0 && process.platform !== 'win32')
    throw new KeyFileError(path, [`others than its owner can read it: chmod 600 ${path}`]);
  return text;
}

/** Parses the text of a file as JSON of one shape. @throws KeyFileError with every problem, each after its field */
export function parseKeys<S extends z.ZodType>(path: string, text: string, schema: S): z.output<S> {
  const { data, error } = schema.safeParse(jsonIn(path, text));
  if (!error) return data;
  const problems = error.issues.map(({ path: field, message }) =>
    [field.join('.'), message].filter(Boolean).join(': '),
  );
  throw new KeyFileError(path, problems);
}

function jsonIn(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new KeyFileError(path, ['it is not JSON']);
  }
}

/** Keys as the text of a file. */
export const jsonText = (content: object): string => `${JSON.stringify(content, null, 2)}\n`;

/** Creates a file that only its owner may read. @throws KeyFileError if it exists already */
export function createSecretFile(path: string, text: string): void {
  store(openNew(path, OWNER_ONLY, 'it exists already, and is left as it is'), text);
}

/** How often a change checks whether another one has finished, and the pause between two checks. */
const LOOKS = 500;
const PAUSE_MS = 10;

/**
 * Replaces a file in one step, so that no program reads half of it. The draft is also the lock: of two
 * concurrent changes one waits, as each would lose the other's key. @throws KeyFileError if it waits in vain
 */
export function changeKeyFile(path: string, mode: number, change: () => string): void {
  const draft = `${path}.new`;
  const file = openDraft(draft, mode);
  try {
    store(file, change());
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function openDraft(draft: string, mode: number): number {
  for (let looks = 1; looks < LOOKS; looks++) {
    try {
      return openSync(draft, 'wx', mode);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  return openNew(draft, mode, `another program changes it; if none does, delete ${draft}`);
}

function openNew(path: string, mode: number, whenItExists: string): number {
  try {
    return openSync(path, 'wx', mode);
  } catch (error) {
    const code = codeOf(error);
    throw new KeyFileError(path, [code === 'EEXIST' ? whenItExists : `it cannot be written (${code})`]);
  }
}

/** On the disk before it returns: a key that was used and then lost cannot be made again. */
function store(file: number, text: string): void {
  writeFileSync(file, text, { flush: true });
  closeSync(file);
}

/** A file's content, read again when the file changes. If it becomes unusable, the last content stays. */
export class WatchedKeyFile<T> {
  private content: T;
  private version: string;

  /** @throws KeyFileError when the file cannot be used at the start */
  constructor(
    private readonly path: string,
    private readonly read: (path: string) => T,
    private readonly onProblem: (sentence: string) => void = (sentence) => process.emitWarning(sentence),
  ) {
    this.version = versionOf(path);
    this.content = read(path);
  }

  current(): T {
    const version = versionOf(this.path);
    if (version === this.version) return this.content;
    this.version = version;
    try {
      this.content = this.read(this.path);
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      this.onProblem(`${error.message}\nThe keys that were read before stay in use.`);
    }
    return this.content;
  }
}

/** Changes whenever the file is replaced, written, or gets another mode. */
function versionOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino}:${found.size}:${found.mtimeNs}:${found.mode}` : 'none';
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown';
