import type { z } from 'zod';

/**
 * Parses fields that arrive as text (query, form, multipart): where the schema wants a number or a boolean, text that
 * reads as one is taken for it.
 */
export function parseText(schema: z.ZodObject, fields: Record<string, unknown>) {
  const asText = schema.safeParse(fields);
  if (asText.success) return asText;
  const converted = structuredClone(fields);
  for (const issue of asText.error.issues) {
    if (issue.code === 'invalid_type') convertAt(converted, issue.path, issue.expected);
  }
  return schema.safeParse(converted);
}

function convertAt(fields: Record<string, unknown>, path: readonly PropertyKey[], expected: string): void {
  const last = path.at(-1);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], fields);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  const target = parent as Record<PropertyKey, unknown>;
  target[last] = convert(target[last], expected);
}

function convert(value: unknown, expected: string): unknown {
  if (typeof value !== 'string') return value;
  if (expected === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  const isNumber = (expected === 'number' || expected === 'int') && /^-?\d+(\.\d+)?$/.test(value);
  return isNumber ? Number(value) : value;
}
