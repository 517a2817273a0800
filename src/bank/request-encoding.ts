import { FormData } from 'undici';
import type { z } from 'zod';
import { operationNamed, type OperationName } from './contract';
import type { Operation, Upload } from './contract/operation';
import { RequestRefusedError, type FieldError } from './errors';

/** A request as it goes on the wire, beneath the base address. */
export interface EncodedRequest {
  readonly method: Operation['method'];
  /** Path and query. */
  readonly target: string;
  readonly body?: string | FormData;
}

type Fields = Record<string, unknown>;

/**
 * Checks an input against its row and lays it out as a request.
 * @throws RequestRefusedError with status 400, naming the fields, when the contract does not allow the input.
 */
export function encodeRequest(name: OperationName, input: unknown): EncodedRequest {
  const row = operationNamed(name);
  const { params, query, body, file } = parseInput(name, row, input ?? {});
  const target = fillPath(name, row.path, params) + toQuery(query);
  if (row.file) return { method: row.method, target, body: toForm(body, file['file'] as Upload) };
  return { method: row.method, target, ...(row.body && { body: JSON.stringify(body) }) };
}

function parseInput(name: OperationName, row: Operation, input: unknown) {
  const complaints: FieldError[] = [];
  const parse = (schema?: z.ZodType): Fields => {
    const parsed = schema?.safeParse(input);
    complaints.push(...(parsed?.error?.issues ?? []).map(complaint));
    return (parsed?.data ?? {}) as Fields;
  };
  const parts = {
    params: parse(row.params),
    query: parse(row.query),
    body: parse(row.body),
    file: parse(row.file),
  };
  if (complaints.length > 0) throw refused(name, complaints);
  return parts;
}

const complaint = ({ message, path }: z.core.$ZodIssue): FieldError => ({
  msg: message,
  param: path.join('.'),
});

function refused(name: OperationName, fields: readonly FieldError[]) {
  const names = [...new Set(fields.map(({ param }) => param || 'the input'))].join(', ');
  return new RequestRefusedError(name, 400, `not sent, the contract does not allow ${names}`, fields);
}

function fillPath(name: OperationName, path: string, params: Fields): string {
  return path.replace(/\{(\w+)\}/g, (_, param: string) => {
    const value = String(params[param]);
    // Dots survive URL encoding, and a proxy would resolve them to another path.
    if (/^\.{1,2}$/.test(value)) throw refused(name, [{ msg: `${param} is not an identifier`, param }]);
    return encodeURIComponent(value);
  });
}

function toQuery(query: Fields): string {
  const given = new URLSearchParams();
  for (const [key, value] of Object.entries(query as Record<string, string | number | undefined>))
    if (value !== undefined) given.set(key, String(value));
  return given.size > 0 ? `?${given.toString()}` : '';
}

function toForm(fields: Fields, upload: Upload): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value));
  form.append('file', upload.blob, upload.filename);
  return form;
}
