import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { FILE_MAX_BYTES, FILE_TYPES } from '../../bank/contract/limits';

/** A document that cannot be uploaded as it is. The message is a sentence for people, without the document's path. */
export class DocumentUnusableError extends Error {
  override readonly name = 'DocumentUnusableError';
}

/** SHA-256 of the content, lower-case hex. */
export async function sha256Of(blob: Blob): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of blob.stream() as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex');
}

/** The signatures of all types we take lie within this many bytes. */
const SIGNATURE_BYTES = 4_100;

/** The type by the content, whatever the file is called. */
export async function contentTypeOf(blob: Blob): Promise<string | undefined> {
  const head = await blob.slice(0, SIGNATURE_BYTES).arrayBuffer();
  return (await fileTypeFromBuffer(head))?.mime;
}

export type FileType = (typeof FILE_TYPES)[number];

export const ENDINGS: Readonly<Record<FileType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Checks the size before anything else of a document is read. @throws DocumentUnusableError */
export function requireSize(sizeBytes: number): void {
  if (sizeBytes > FILE_MAX_BYTES)
    throw new DocumentUnusableError(`the document is larger than ${FILE_MAX_BYTES / 1024 / 1024} MB`);
}

/** The type of a document that the bank takes. @throws DocumentUnusableError */
export async function usableType(blob: Blob, sizeBytes: number): Promise<FileType> {
  requireSize(sizeBytes);
  const found = await contentTypeOf(blob);
  const type = FILE_TYPES.find((allowed) => allowed === found);
  if (!type) throw new DocumentUnusableError('the document is neither a PDF nor a JPEG or PNG image');
  return type;
}
