import { createHash } from 'node:crypto';
import { FILE_MAX_BYTES, FILE_TYPES } from '../../service/contract/loan-applications';
import type { Upload } from '../../service/contract/operation';
import { refusals } from '../../service/contract/refusals';
import { Malformed, refuse } from '../refused';

/** How the accepted types of file begin. */
const SIGNATURES: Record<(typeof FILE_TYPES)[number], readonly number[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

export interface UploadForm {
  readonly file: Upload;
  /** SHA-256 of the content, lower-case hex. */
  readonly digest: string;
  /** The other fields of the form. */
  readonly fields: Record<string, unknown>;
}

/** Reads a multipart form with one file, refusing in the documented order: missing, type, size. */
export async function readUpload(raw: Buffer, contentType: string): Promise<UploadForm> {
  const form = await formOf(raw, contentType);
  const file = form.get('file');
  if (file === null || typeof file === 'string') return refuse(refusals.fileRequired, 'file');
  const bytes = Buffer.from(await file.arrayBuffer());
  if (!isAccepted(file.type, bytes)) refuse(refusals.fileType, 'file');
  if (bytes.length > FILE_MAX_BYTES) refuse(refusals.fileSize, 'file');
  const texts = [...form].filter(([, value]) => typeof value === 'string');
  return {
    file: { filename: file.name, blob: file },
    digest: createHash('sha256').update(bytes).digest('hex'),
    fields: Object.fromEntries(texts),
  };
}

async function formOf(raw: Buffer, contentType: string): Promise<FormData> {
  if (!contentType.startsWith('multipart/form-data')) refuse(refusals.fileRequired, 'file');
  try {
    return await new Response(new Uint8Array(raw), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Malformed([{ msg: refusals.fileRequired.message, param: 'file' }]);
  }
}

/** Both what the sender declares and how the content begins must be one and the same accepted type. */
function isAccepted(declared: string, bytes: Buffer): boolean {
  const type = FILE_TYPES.find((accepted) => accepted === declared.split(';')[0]?.trim());
  return type !== undefined && SIGNATURES[type].every((byte, place) => bytes[place] === byte);
}
