import { z } from 'zod';
import { isRecord, pathText, unwrapped, type Node } from './nodes';

/** Where a reply differs from its row. Names and types of fields only: replies carry personal data. */
export interface Problem {
  /** Dotted, from the top of the reply; `[]` stands for any item of a list. */
  readonly field: string;
  readonly expected: string;
  readonly seen: string;
}

/** The list at a node, when it has no items from which something could be seen. */
export function emptyList({ schema, value, path }: Node): string[] {
  const ofRecords =
    schema instanceof z.ZodArray && unwrapped(schema.element as z.ZodType) instanceof z.ZodObject;
  return ofRecords && Array.isArray(value) && value.length === 0 ? [pathText([...path, 0])] : [];
}

/**
 * Optional fields of a record that are missing while an unknown field beside them would fit: parsing
 * alone cannot see that such a field has changed its name, as it can with a required field.
 */
export function renamedFields({ schema, value, path }: Node): Problem[] {
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return [];
  const unknownFields = Object.keys(value).filter((key) => !(key in schema.shape));
  const missing = Object.entries<z.ZodType>(schema.shape).filter(
    ([key, field]) => !(key in value) && field.safeParse(undefined).success,
  );
  return missing.flatMap(([key, field]) => {
    const unknownField = unknownFields.find((name) => field.safeParse(value[name]).success);
    if (unknownField === undefined) return [];
    const expected = `${unwrapped(field).type}, optional`;
    return [
      {
        field: pathText([...path, key]),
        expected,
        seen: `missing, with an unknown "${unknownField}" beside it`,
      },
    ];
  });
}
