import { z } from 'zod';
import { operationNamed, type OperationName } from '../../src/bank/contract';
import { redact } from '../../src/bank/redaction';
import type { Operation } from '../../src/bank/contract/operation';
import { isSuccess, type Answer } from './answer';

/** All points in which the answer to a request that should succeed breaks its row. */
export function problemsIn(name: OperationName, input: object, answer: Answer): Problem[] {
  const expected = operationNamed(name).success.status;
  const status = { field: 'HTTP status', expected: String(expected), seen: seenIn(input, answer) };
  if (!isSuccess(answer)) return [status];
  return [...(answer.status === expected ? [] : [status]), ...problemsInBody(name, answer.body)];
}

/** The status and message of an answer, with personal data blanked. */
function seenIn(input: object, { status, failure: { message } }: Answer): string {
  return message === '' ? String(status) : `${status} "${redact(message, input)}"`;
}

function problemsInBody(name: OperationName, body: unknown): Problem[] {
  if (body === undefined) return [{ field: 'body', expected: 'JSON', seen: 'something else' }];
  const schema = replySchema(operationNamed(name));
  const broken = schema.safeParse(body).error?.issues.map((issue) => problem(issue, body)) ?? [];
  return [...broken, ...nodesOf({ schema, value: body, path: [] }).flatMap(renamedFields)];
}

/** The empty lists of a reply, whose items could not be checked. */
export const unseenIn = (name: OperationName, { body }: Answer): string[] =>
  nodesOf({ schema: replySchema(operationNamed(name)), value: body, path: [] }).flatMap(emptyList);

/** The schema of a row's whole reply, as far as it is described: assumed rows fix only the status. */
const replySchema = ({ evidence, data, beside }: Operation) =>
  z.object({
    status: z.literal('success'),
    message: evidence === 'assumed' ? z.string().optional() : z.string(),
    ...(data instanceof z.ZodUnknown ? {} : { data }),
    ...beside?.shape,
  });

function problem(issue: z.core.$ZodIssue, body: unknown): Problem {
  const seen = typeOf(valueAt(body, issue.path));
  return {
    field: pathText(issue.path),
    expected: expectedBy(issue),
    seen: issue.code === 'invalid_value' && seen === 'string' ? 'another text' : seen,
  };
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ');
  if (issue.code === 'invalid_format') return issue.format;
  if (issue.code !== 'invalid_union') return issue.code;
  return [...new Set(issue.errors.flat().map(expectedBy))].join(' or ');
}

/** A difference between a reply and its row, in names and types of fields: values may be personal. */
export interface Problem {
  /** Dotted path from the top of the reply; `[]` stands for any item of a list. */
  readonly field: string;
  readonly expected: string;
  readonly seen: string;
}

/** The list of records at a node, if it is empty. */
function emptyList({ schema, value, path }: Node): string[] {
  const ofRecords =
    schema instanceof z.ZodArray && unwrapped(schema.element as z.ZodType) instanceof z.ZodObject;
  return ofRecords && Array.isArray(value) && value.length === 0 ? [pathText([...path, 0])] : [];
}

/**
 * Missing optional fields beside which an unknown field would fit: parsing alone cannot detect that an
 * optional field has changed its name, as it can with a required one.
 */
function renamedFields({ schema, value, path }: Node): Problem[] {
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

/** A place in a reply, with the schema that describes it. */
interface Node {
  readonly schema: z.ZodType;
  readonly value: unknown;
  readonly path: readonly PropertyKey[];
}

/** Every place of a value that its schema describes, from the top down. */
function nodesOf(node: Node): Node[] {
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

/** The schema of a value on the wire, without the wrappers that let it be absent or null. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in as z.ZodType);
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch;
  return wrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

type Path = readonly PropertyKey[];

export const isRecord = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** The value at a path inside a JSON value. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);

/** A path in readable form: `data[].account.balance`. */
const pathText = (path: Path): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, '') || 'body';

/** The type of a JSON value, never the value. */
function typeOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
