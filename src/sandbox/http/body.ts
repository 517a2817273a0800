import { Malformed } from '../refused';

export type Fields = Record<string, unknown>;

/** The fields of a request body, JSON or form-encoded. Throws `Malformed` for anything else. */
export function fieldsOf(raw: Buffer, contentType: string): Fields {
  if (raw.length === 0) return {};
  const text = decoded(raw);
  if (isForm(contentType)) return formFields(text);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed([{ msg: 'Request body must be an object' }]);
  }
  return value as Fields;
}

/** Whether all values arrive as text. */
export const isForm = (contentType: string): boolean =>
  contentType.startsWith('application/x-www-form-urlencoded');

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
