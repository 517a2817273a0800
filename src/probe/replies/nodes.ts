import { z } from 'zod';

/** A place in a reply, with the part of its row that describes it. */
export interface Node {
  readonly schema: z.ZodType;
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
}

/** Every place of a value that its schema describes, from the top down. */
export function nodesOf(node: Node): Node[] {
  const schema = unwrapped(node.schema);
  return [{ ...node, schema }, ...childrenOf({ ...node, schema }).flatMap(nodesOf)];
}

function childrenOf({ schema, value, path }: Node): Node[] {
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item: unknown, at) => ({
      schema: schema.element as z.ZodType,
      value: item,
      path: [...path, at],
    }));
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return [];
  return Object.entries<z.ZodType>(schema.shape).map(([key, field]) => ({
    schema: field,
    value: value[key],
    path: [...path, key],
  }));
}

/** What a schema says of the wire, without its permission to be absent or null. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in as z.ZodType);
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch;
  return wrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

type Path = readonly PropertyKey[];

export const isRecord = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** What stands at a path inside a JSON value. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);

/** A path as people write it: `data[].account.balance`. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, '') || 'body';

/** The type of a JSON value, never the value. */
export function typeOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
