import type { z } from 'zod';
import type { Fields } from './body';

/**
 * Parses fields that arrive as text (query, form, multipart): where the schema wants a number or a boolean, text that
 * reads as one is taken for it.
 */
export function parseText(schema: z.ZodObject, fields: Fields) {
  const asText = schema.safeParse(fields);
  if (asText.success) return asText;
  const converted = asText.error.issues.reduce(
    (sofar, issue) =>
      issue.code === 'invalid_type' ? convertedAt(sofar, issue.path as string[], issue.expected) : sofar,
    fields,
  );
  return schema.safeParse(converted);
}

/** The same fields with the one at a path converted. A path comes from the schema, so it is short and exists. */
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
