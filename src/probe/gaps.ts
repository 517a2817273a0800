import { z } from 'zod';
import { unwrapped, type Node } from './nodes';
import type { Problem } from './problem';
import { isRecord, pathText } from './value';

/** The list at a node, when it has no items from which something could be seen. */
export function emptyList({ schema, value, path }: Node): string[] {
  const ofRecords =
    schema instanceof z.ZodArray && unwrapped(schema.element as z.ZodType) instanceof z.ZodObject;
  return ofRecords && Array.isArray(value) && value.length === 0 ? [pathText([...path, 0])] : [];
}

/**
 * Optional fields of a record that are missing while a field nobody knows stands beside them and would fit: parsing
 * alone cannot see that such a field has changed its name, as it can with one that is required.
 */
export function renamedFields({ schema, value, path }: Node): Problem[] {
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return [];
  const strangers = Object.keys(value).filter((key) => !(key in schema.shape));
  const missing = Object.entries<z.ZodType>(schema.shape).filter(
    ([key, field]) => !(key in value) && field.safeParse(undefined).success,
  );
  return missing.flatMap(([key, field]) => {
    const stranger = strangers.find((name) => field.safeParse(value[name]).success);
    if (stranger === undefined) return [];
    const expected = `${unwrapped(field).type}, optional`;
    return [
      { field: pathText([...path, key]), expected, seen: `missing, with an unknown "${stranger}" beside it` },
    ];
  });
}
