import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Operation, Upload } from '../../src/bank/contract/operation';
import { Malformed, type FieldError, refuse } from '../readings/refusals';
import { isLoanPath } from './envelope';
import { FILE_MAX_BYTES, FILE_TYPES } from '../../src/bank/contract/limits';
import { refusals } from '../../src/bank/contract/refusals';

/** A request as its handler receives it: one flat object, parsed by the row's schemas. */
export interface RequestInput {
  readonly input: Fields;
  readonly fileDigest: string;
}

/** Reads a request by its row. Throws `Malformed` with every wrong field, or `Refused` for a wrong file. */
export async function readInput(row: Operation, request: FastifyRequest): Promise<RequestInput> {
  const upload = row.file ? await readUpload(request) : undefined;
  const outcomes = [
    row.params && row.params.safeParse(request.params),
    row.query && parseText(row.query, { ...(request.query as Fields) }),
    row.body && parseBody(row, row.body, request, upload),
  ].filter((outcome) => outcome !== undefined);
  const causes = outcomes.flatMap(({ error }) => error?.issues.map(causeOf) ?? []);
  if (causes.length > 0) throw new Malformed(causes);
  const input = Object.assign(
    {},
    ...outcomes.map(({ data }) => data),
    upload && { file: upload.file },
  ) as Fields;
  return { input, fileDigest: upload?.digest ?? '' };
}

function parseBody(
  row: Operation,
  schema: z.ZodObject,
  request: FastifyRequest,
  upload?: Awaited<ReturnType<typeof readUpload>>,
) {
  if (upload) return parseText(schema, upload.fields);
  const raw = rawBodyOf(request);
  if (raw.length === 0 && !isLoanPath(row.path)) {
    throw new Malformed([{ msg: 'Request body cannot be empty' }]);
  }
  const fields = withAliases(fieldsOf(raw, contentTypeOf(request)));
  return isForm(contentTypeOf(request)) ? parseText(schema, fields) : schema.safeParse(fields);
}

/** Other accepted names of a field; if both are given, they must be equal. */
const ALIASES: Record<string, string> = { file_url: 'board_resolution_url' };

function withAliases(fields: Fields): Fields {
  for (const [alias, name] of Object.entries(ALIASES)) {
    if (fields[alias] === undefined) continue;
    if (fields[name] !== undefined && fields[name] !== fields[alias]) {
      throw new Malformed([{ msg: `${name} and ${alias} must be equal`, param: name }]);
    }
    fields[name] = fields[alias];
  }
  return fields;
}

/** The rows have no message for a missing object, so this adds one. */
function causeOf({ code, message, path }: z.core.$ZodIssue): FieldError {
  const param = path.join('.');
  const msg =
    code === 'invalid_type' && message.startsWith('Invalid input') ? `${param} is required` : message;
  return param === '' ? { msg } : { msg, param };
}

const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

const contentTypeOf = ({ headers }: FastifyRequest): string => headers['content-type'] ?? '';

type Fields = Record<string, unknown>;

/** The fields of a request body, JSON or form-encoded. Throws `Malformed` for anything else. */
function fieldsOf(raw: Buffer, contentType: string): Fields {
  if (raw.length === 0) return {};
  const text = decoded(raw);
  if (isForm(contentType)) return formFields(text);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed([{ msg: 'Request body must be an object' }]);
  }
  return value as Fields;
}

const isForm = (contentType: string): boolean => contentType.startsWith('application/x-www-form-urlencoded');

function decoded(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    throw new Malformed([{ msg: 'Request body is not valid UTF-8' }]);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed([{ msg: 'Request body is not valid JSON' }]);
  }
}

/** Nested fields are written `source[account_number]` or `source.account_number`. */
function formFields(text: string): Fields {
  const fields = emptyFields();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split(/[[.]/);
    const last = path.pop() as string;
    const parent = path.reduce(descend, fields);
    parent[last] = value;
  }
  return fields;
}

function descend(fields: Fields, name: string): Fields {
  const known = fields[name];
  if (typeof known === 'object' && known !== null) return known as Fields;
  return (fields[name] = emptyFields());
}

/** Without a prototype, so that no name of a field can reach one. */
const emptyFields = (): Fields => Object.create(null) as Fields;

/** Parses fields that arrive as text (query, form, multipart): converts numbers and booleans if needed. */
function parseText(schema: z.ZodObject, fields: Fields) {
  const asText = schema.safeParse(fields);
  if (asText.success) return asText;
  const converted = asText.error.issues.reduce(
    (sofar, issue) =>
      issue.code === 'invalid_type' ? convertedAt(sofar, issue.path as string[], issue.expected) : sofar,
    fields,
  );
  return schema.safeParse(converted);
}

/** Converts the field at a path. A path comes from the schema, so it is short and exists. */
function convertedAt(fields: Fields, [name, ...rest]: readonly string[], expected: string): Fields {
  if (name === undefined) return fields;
  const value = fields[name];
  const isInside = rest.length > 0 && typeof value === 'object' && value !== null;
  const converted = isInside ? convertedAt(value as Fields, rest, expected) : convert(value, expected);
  return { ...fields, [name]: converted };
}

function convert(value: unknown, expected: string): unknown {
  if (typeof value !== 'string') return value;
  if (expected === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  const isNumber = (expected === 'number' || expected === 'int') && /^-?\d+(\.\d+)?$/.test(value);
  return isNumber ? Number(value) : value;
}

const SIGNATURES: Record<(typeof FILE_TYPES)[number], readonly number[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** Limits of an upload: enough of a file is read to see that it is too large. */
const limits = { fileSize: FILE_MAX_BYTES + 1, files: 1 };

/** Reads a multipart form with one file, refusing in the documented order: missing, type, size. */
async function readUpload(request: FastifyRequest) {
  const { file, fields } = request.isMultipart() ? await received(request) : {};
  if (!file || !fields) return refuse(refusals.fileRequired, 'file');
  const { filename, type, bytes } = file;
  if (!isAccepted(type, bytes)) refuse(refusals.fileType, 'file');
  if (bytes.length > FILE_MAX_BYTES) refuse(refusals.fileSize, 'file');
  const upload: Upload = { filename, blob: new Blob([new Uint8Array(bytes)], { type }) };
  return {
    file: upload,
    /** SHA-256 of the content, lower-case hex. */
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
  const files = new Map<string, { filename: string; type: string; bytes: Buffer }>();
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields.push([part.fieldname, part.value]);
    else {
      const { fieldname, filename, mimetype: type, file } = part;
      files.set(fieldname, { filename, type, bytes: await buffer(file) });
    }
  }
  return { fields: Object.fromEntries(fields), file: files.get('file') };
}

/** Whether the declared type and the content's first bytes are the same accepted type. */
function isAccepted(declared: string, bytes: Buffer): boolean {
  const type = FILE_TYPES.find((accepted) => accepted === declared);
  return type !== undefined && SIGNATURES[type].every((byte, place) => bytes[place] === byte);
}
