import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DocumentUnusableError, ENDINGS, usableType, type FileType } from '../activities/documents/content';
import { folderStore, type DocumentStore } from '../activities/documents/store';
import { isSealed, NOTE, SEALED, UPLOADED_NAME } from '../domain/loan/documents';
import { REFERENCE_PATTERN } from '../domain/wire/references';
import type { KeyRing } from '../temporal/encryption/key-ring-file';
import { contentBytes, sealFile, unsealing } from '../temporal/encryption/sealing/sealed-file';
import type { ProblemName } from './contract/problem';
import { ProblemError } from './http/problems';
import type { StoredDocument } from './contract/command-forms';
import type { Kind } from './contract/fields';

const TYPES = new Map(Object.entries(ENDINGS).map(([type, ending]) => [ending, type as FileType]));

interface Owner {
  readonly kind: Kind;
  readonly reference: string;
}

/** A document with its path in the workers' store. */
interface FoundDocument extends StoredDocument {
  readonly path: string;
}

/** The uploaded documents, in one folder per case, named by their digests: a case reaches only its own. */
export class CaseDocuments {
  private readonly store: DocumentStore;

  /**
   * @param folder of the document store, which the workers share
   * @param keys that documents are encrypted under; without keys they are stored in plain text
   */
  constructor(
    private readonly folder: string,
    private readonly keys?: KeyRing,
  ) {
    this.store = folderStore(folder, keys && unsealing(keys));
  }

  /** Stores a document with its sender's name, once. @throws ProblemError if the bank would not take it */
  async keep(owner: Owner, content: Buffer, fileName = ''): Promise<StoredDocument> {
    const type = await usableType(new Blob([new Uint8Array(content)]), content.length).catch(
      toProblem('wrong-type'),
    );
    const sha256 = createHash('sha256').update(content).digest('hex');
    const kept = await this.find(owner, sha256);
    if (kept) return kept;
    await mkdir(join(this.folder, folderOf(owner)), { mode: 0o700 }).catch(unlessThere);
    await this.write(this.placeOf(owner, sha256, NOTE), Buffer.from(nameIn(fileName)));
    await this.write(this.placeOf(owner, sha256, ENDINGS[type]), content);
    return this.require(owner, sha256);
  }

  private placeOf = (owner: Owner, sha256: string, ending: string): string =>
    `${folderOf(owner)}/${sha256}.${ending}${this.keys ? SEALED : ''}`;

  /** Writes a file atomically, so that a reader never finds half of it. */
  private async write(place: string, content: Buffer): Promise<void> {
    const file = join(this.folder, place);
    const part = join(dirname(file), `.${randomUUID()}.part`);
    await writeFile(part, this.keys ? await sealFile(content, place, this.keys) : content, { mode: 0o600 });
    await rename(part, file);
  }

  /** The documents of a case, oldest first. */
  async list(owner: Owner): Promise<FoundDocument[]> {
    if (owner.kind !== 'loan') return [];
    const names = await readdir(join(this.folder, folderOf(owner))).catch(() => []);
    const found = await Promise.all(names.map((name) => this.described(owner, name)));
    return found
      .filter((one) => one !== undefined)
      .sort((one, other) => one.uploadedAt.localeCompare(other.uploadedAt));
  }

  /** @throws ProblemError if the case has no such document */
  async require(owner: Owner, sha256: string): Promise<FoundDocument> {
    const found = await this.find(owner, sha256);
    if (found) return found;
    throw new ProblemError('not-found', 'No document of this digest was uploaded to the case.');
  }

  async read(owner: Owner, sha256: string): Promise<{ readonly type: FileType; readonly content: Buffer }> {
    const { path, contentType } = await this.require(owner, sha256);
    const { blob } = await this.store.open({ path }).catch(toProblem('unavailable'));
    return { type: contentType, content: Buffer.from(await blob.arrayBuffer()) };
  }

  private async find(owner: Owner, sha256: string): Promise<FoundDocument | undefined> {
    return (await this.list(owner)).find((one) => one.sha256 === sha256);
  }

  private async described(owner: Owner, name: string): Promise<FoundDocument | undefined> {
    const [, sha256, ending = ''] = UPLOADED_NAME.exec(name) ?? [];
    const contentType = TYPES.get(ending);
    if (sha256 === undefined || !contentType) return undefined;
    const path = `${folderOf(owner)}/${name}`;
    const file = join(this.folder, path);
    const { size, mtime } = await stat(file);
    const sizeBytes = isSealed(path) ? await contentBytes(file, size) : size;
    const note = await this.store
      .open({ path: this.placeOf(owner, sha256, NOTE) })
      .then(async ({ blob }) => blob.text())
      .catch(() => '');
    return {
      ...{ sha256, contentType, sizeBytes, uploadedAt: mtime.toISOString(), path },
      name: note === '' ? `${sha256.slice(0, 12)}.${ending}` : note,
    };
  }
}

/** A store that is gone is not made anew, as that would hide that its documents are lost. @throws ProblemError */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code === 'EEXIST') return;
  if (error.code !== 'ENOENT') throw error;
  throw new ProblemError(
    'unavailable',
    'The folder of the documents is gone: whoever runs the desk restores it.',
  );
}

/** Longest file name that is stored, in characters. */
const NAME_MAX = 150;

/** A file's name without folders and unprintable characters. */
const nameIn = (fileName: string): string =>
  (fileName.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim().slice(-NAME_MAX);

/** @throws ProblemError in place of a `DocumentUnusableError` */
const toProblem = (problem: ProblemName) => (error: unknown) => {
  if (!(error instanceof DocumentUnusableError)) throw error;
  throw new ProblemError(problem, `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
};

/** The folder that a loan's workflow accepts as its own. No reference can lead a path out of the store. */
const folderOf = ({ kind, reference }: Owner): string => {
  if (kind === 'loan' && REFERENCE_PATTERN.test(reference)) return reference;
  throw new ProblemError('not-found', 'Documents belong to loans.');
};
