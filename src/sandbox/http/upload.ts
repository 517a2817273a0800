import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { FILE_MAX_BYTES, FILE_TYPES } from '../../bank/contract/codes';
import type { Upload } from '../../bank/contract/operation';
import { refusals } from '../../bank/contract/refusals';
import { Malformed, refuse } from '../refused';

/** How the accepted types of file begin. */
const SIGNATURES: Record<(typeof FILE_TYPES)[number], readonly number[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** What is read of a file: enough to see that it is too large. */
const limits = { fileSize: FILE_MAX_BYTES + 1, files: 1 };

interface ReceivedFile {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface UploadForm {
  readonly file: Upload;
  /** SHA-256 of the content, lower-case hex. */
  readonly digest: string;
  /** The other fields of the form. */
  readonly fields: Record<string, unknown>;
}

/** Reads a multipart form with one file, refusing in the documented order: missing, type, size. */
export async function readUpload(request: FastifyRequest): Promise<UploadForm> {
  const { file, fields } = request.isMultipart() ? await received(request) : {};
  if (!file || !fields) return refuse(refusals.fileRequired, 'file');
  const { filename, type, bytes } = file;
  if (!isAccepted(type, bytes)) refuse(refusals.fileType, 'file');
  if (bytes.length > FILE_MAX_BYTES) refuse(refusals.fileSize, 'file');
  return {
    file: { filename, blob: new Blob([new Uint8Array(bytes)], { type }) },
    digest: createHash('sha256').update(bytes).digest('hex'),
    fields,
  };
}

async function received(request: FastifyRequest) {
  try {
    return await formOf(request);
  } catch {
    throw new Malformed([{ msg: refusals.fileRequired.message, param: 'file' }]);
  }
}

async function formOf(request: FastifyRequest) {
  const fields: [string, unknown][] = [];
  const files: [string, ReceivedFile][] = [];
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields.push([part.fieldname, part.value]);
    else {
      const { fieldname, filename, mimetype: type, file } = part;
      files.push([fieldname, { filename, type, bytes: await buffer(file) }]);
    }
  }
  return { fields: Object.fromEntries(fields), file: new Map(files).get('file') };
}

/** Both what the sender declares and how the content begins must be one and the same accepted type. */
function isAccepted(declared: string, bytes: Buffer): boolean {
  const type = FILE_TYPES.find((accepted) => accepted === declared);
  return type !== undefined && SIGNATURES[type].every((byte, place) => bytes[place] === byte);
}
