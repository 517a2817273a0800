import type { DocumentReference } from '../../domain/loan/documents';
import type { BankClient } from '../../bank/client';
import type { BankOperations } from '../../bank/contract';
import type { CallLimits } from '../../bank/exchange';
import { DocumentUnusableError, sha256Of, usableType, type FileType } from './content';
import type { DocumentStore } from './store';

type UploadInput = Parameters<BankOperations['uploadLoanDocument']>[0];

/** The operation's input with a reference in the place of the file. */
export type DocumentUpload = Omit<UploadInput, 'file'> & { readonly document: DocumentReference };

/** Takes a document from the store, checks it as the bank will, and uploads it under a name that tells nothing. */
export const uploadFrom =
  (documents: DocumentStore, bank: BankClient) =>
  async ({ document, ...input }: DocumentUpload, limits: CallLimits) => {
    const { blob, sizeBytes } = await documents.open(document);
    const type = await usableType(blob, sizeBytes);
    if ((await sha256Of(blob)) !== document.sha256)
      throw new DocumentUnusableError('the document has changed since it was handed in');
    const filename = `${input.file_tag.toLowerCase()}.${EXTENSIONS[type]}`;
    const file = { filename, blob: blob.slice(0, blob.size, type) };
    return bank.uploadLoanDocument({ ...input, file }, limits);
  };

const EXTENSIONS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};
