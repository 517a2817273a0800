import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Operation } from '../../bank/contract/operation';
import { Malformed, type FieldError } from '../refused';
import { fieldsOf, isForm, type Fields } from './body';
import { isLoanPath } from './envelope';
import { parseText } from './fields-from-text';
import { readUpload, type UploadForm } from './upload';

/** A request as its handler takes it: one flat object, parsed by the row's schemas. */
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

function parseBody(row: Operation, schema: z.ZodObject, request: FastifyRequest, upload?: UploadForm) {
  if (upload) return parseText(schema, upload.fields);
  const raw = rawBodyOf(request);
  if (raw.length === 0 && !isLoanPath(row.path)) {
    throw new Malformed([{ msg: 'Request body cannot be empty' }]);
  }
  const fields = withAliases(fieldsOf(raw, contentTypeOf(request)));
  return isForm(contentTypeOf(request)) ? parseText(schema, fields) : schema.safeParse(fields);
}

/** Other names under which a field is taken; both at once must be equal. */
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

/** A missing object has no message of its own in the rows. */
function causeOf({ code, message, path }: z.core.$ZodIssue): FieldError {
  const param = path.join('.');
  const msg =
    code === 'invalid_type' && message.startsWith('Invalid input') ? `${param} is required` : message;
  return param === '' ? { msg } : { msg, param };
}

const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

const contentTypeOf = ({ headers }: FastifyRequest): string => headers['content-type'] ?? '';
