import type { Kind, StoredDocument } from '../../../src/desk/contract';
import { addressOf, readReply } from './client';
import { connection } from './connection';
import { presenceHeaders } from './presence';
import { Problem, unreachable, unsent } from './problem';

interface Upload {
  readonly kind: Kind;
  readonly reference: string;
  readonly file: File;
  /** Gets the sent part, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** Largest document that the bank takes. */
const MEGABYTES_MAX = 10;

/** Uploads a document to a case, and compares its digest with that of the local file. @throws Problem */
export async function storeDocument(upload: Upload): Promise<StoredDocument> {
  const { file } = upload;
  if (file.size > MEGABYTES_MAX * 1e6)
    throw new Problem({ detail: `It is larger than ${MEGABYTES_MAX} MB.`, status: 413 });
  const [stored, digest] = await Promise.all([uploadDocument(upload), digestOf(file)]);
  if (stored.sha256 === digest) return stored;
  const detail = 'What was stored is not what this machine has sent: upload it again.';
  throw new Problem({ detail, status: 422 });
}

/** Uploads by `XMLHttpRequest`, since `fetch` reports no progress. */
function uploadDocument({ kind, reference, file, onProgress }: Upload): Promise<StoredDocument> {
  if (connection.isSilent) return Promise.reject(unsent());
  const form = new FormData();
  form.append('file', file, file.name);
  const request = new XMLHttpRequest();
  request.open('POST', addressOf('/api/cases/:kind/:reference/documents', { params: { kind, reference } }));
  for (const [name, value] of Object.entries(presenceHeaders())) request.setRequestHeader(name, value);
  request.setRequestHeader('accept', 'application/json, application/problem+json');
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  return new Promise<XMLHttpRequest>((resolve, reject) => {
    request.onerror = () => reject(unreachable());
    request.onload = () => resolve(request);
    request.send(form);
  }).then(({ status, responseText }) => readReply(status, responseText) as StoredDocument);
}

/** The SHA-256 of a local file, lower-case hex. */
async function digestOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
