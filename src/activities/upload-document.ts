import type { DocumentReference } from '../domain/documents';
import type { Client } from '../service/client';
import type { Service } from '../service/contract';
import { FILE_MAX_BYTES, FILE_TYPES } from '../service/contract/loan-applications';
import type { CallLimits } from '../service/exchange';
import { contentTypeOf, DocumentUnusableError, sha256Of, type DocumentStore } from './document-store';

type UploadInput = Parameters<Service['uploadLoanDocument']>[0];

/** The operation's input with a reference in the place of the file. */
export type DocumentUpload = Omit<UploadInput, 'file'> & { readonly document: DocumentReference };

/** Takes a document from the store, checks it as the service will, and uploads it under a name that tells nothing. */
export const uploadFrom =
  (documents: DocumentStore, service: Client) =>
  async ({ document, ...input }: DocumentUpload, limits: CallLimits) => {
    const { blob, sizeBytes } = await documents.open(document);
    const type = await usableType(blob, sizeBytes);
    if ((await sha256Of(blob)) !== document.sha256)
      throw new DocumentUnusableError('the document has changed since it was handed in');
    const filename = `${input.file_tag.toLowerCase()}.${EXTENSIONS[type]}`;
    const file = { filename, blob: blob.slice(0, blob.size, type) };
    return service.uploadLoanDocument({ ...input, file }, limits);
  };

type FileType = (typeof FILE_TYPES)[number];

const EXTENSIONS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** The type of a document that the service takes. @throws DocumentUnusableError */
export async function usableType(blob: Blob, sizeBytes: number): Promise<FileType> {
  if (sizeBytes > FILE_MAX_BYTES)
    throw new DocumentUnusableError(`the document is larger than ${FILE_MAX_BYTES / 1024 / 1024} MB`);
  const found = await contentTypeOf(blob);
  const type = FILE_TYPES.find((allowed) => allowed === found);
  if (!type) throw new DocumentUnusableError('the document is neither a PDF nor a JPEG or PNG image');
  return type;
}
