import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DocumentUnusableError, usableType, type FileType } from '../activities/documents/content';
import { REFERENCE_PATTERN } from '../domain/wire/references';
import { ProblemError } from './http/problems';
import type { StoredDocument } from './contract/commands';
import type { Kind } from './contract/fields';

const ENDINGS: Readonly<Record<FileType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};
const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, type as FileType]));

/** The case that documents belong to. */
interface Owner {
  readonly kind: Kind;
  readonly reference: string;
}

/** A document with its place in the store of the workers. */
interface FoundDocument extends StoredDocument {
  readonly path: string;
}

/** Documents that the desk has taken, a folder for each case, named by their digests: a case reaches its own alone. */
export class CaseDocuments {
  /** @param folder of the document store, which the workers share */
  constructor(private readonly folder: string) {}

  /** Keeps a document; the same one again is kept once. @throws ProblemError where the bank would not take it */
  async keep(owner: Owner, content: Buffer): Promise<StoredDocument> {
    const type = await usableType(new Blob([new Uint8Array(content)]), content.length).catch(
      (error: unknown) => {
        if (!(error instanceof DocumentUnusableError)) throw error;
        throw new ProblemError(
          'wrong-type',
          `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`,
        );
      },
    );
    const sha256 = createHash('sha256').update(content).digest('hex');
    const folder = join(this.folder, folderOf(owner));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Whole or not at all: a reader never finds half of it.
    const part = join(folder, `.${randomUUID()}.part`);
    await writeFile(part, content, { mode: 0o600 });
    await rename(part, join(folder, `${sha256}.${ENDINGS[type]}`));
    return this.require(owner, sha256);
  }

  /** What was uploaded to a case, oldest first. */
  async list(owner: Owner): Promise<FoundDocument[]> {
    if (owner.kind !== 'loan') return [];
    const names = await readdir(join(this.folder, folderOf(owner))).catch(() => []);
    const found = await Promise.all(names.map((name) => this.described(owner, name)));
    return found
      .filter((one) => one !== undefined)
      .sort((one, other) => one.uploadedAt.localeCompare(other.uploadedAt));
  }

  /** @throws ProblemError where the case has no such document */
  async require(owner: Owner, sha256: string): Promise<FoundDocument> {
    const found = (await this.list(owner)).find((one) => one.sha256 === sha256);
    if (found) return found;
    throw new ProblemError('not-found', 'No document of this digest was uploaded to the case.');
  }

  async read(owner: Owner, sha256: string): Promise<{ readonly type: FileType; readonly content: Buffer }> {
    const { path, contentType } = await this.require(owner, sha256);
    return { type: contentType, content: await readFile(join(this.folder, path)) };
  }

  private async described(owner: Owner, name: string): Promise<FoundDocument | undefined> {
    const [, sha256, ending = ''] = /^([0-9a-f]{64})\.([a-z]{3})$/.exec(name) ?? [];
    const contentType = TYPES.get(ending);
    if (sha256 === undefined || !contentType) return undefined;
    const path = `${folderOf(owner)}/${name}`;
    const { size: sizeBytes, mtime } = await stat(join(this.folder, path));
    return { sha256, contentType, sizeBytes, uploadedAt: mtime.toISOString(), path };
  }
}

/** The folder of a loan, which its workflow knows as its own. The pattern of references lets no path lead out. */
const folderOf = ({ kind, reference }: Owner): string => {
  if (kind === 'loan' && REFERENCE_PATTERN.test(reference)) return reference;
  throw new ProblemError('not-found', 'Documents belong to loans.');
};
