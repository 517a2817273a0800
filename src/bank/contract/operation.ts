import { z } from 'zod';
import { requiredText } from './fields';
import type { Refusal } from './refusals';

/** The source of an operation: the interface document, well-supported inference, or our own choice. */
export type Evidence = 'specified' | 'inferred' | 'assumed';

/**
 * The effect of a second identical request.
 * - `none`: the operation only reads.
 * - `idempotent`: no further effect, by its documentation or by a reference that the bank keeps unique.
 * - `once`: perhaps the same effect again, so it is repeated only after a read has shown that the first
 *   request left no trace, or when a person says so.
 */
export type Effect = 'none' | 'idempotent' | 'once';

/** A file to upload. The blob's type is its content type; a blob on disk is streamed. */
export interface Upload {
  readonly filename: string;
  readonly blob: Blob;
}

/** One operation of the bank: everything the project knows about it, in one row. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: `/v1/${string}`;
  readonly evidence: Evidence;
  readonly effect: Effect;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Present where the body is multipart/form-data with one file. */
  readonly file?: z.ZodType<{ file: Upload }>;
  readonly success: { readonly status: 200 | 201; readonly message: string };
  /** Maps request fields to the `data` fields that must echo them; a mismatch is another request's reply. */
  readonly echoes?: Readonly<Record<string, string>>;
  /** The reply has many entries, so its size limit is higher than a record's. */
  readonly isLong?: true;
  readonly data: z.ZodType;
  /** Fields that stand beside `data` in the envelope (totals, pagination). */
  readonly beside?: z.ZodObject;
  /** The documented refusals of this operation, beyond malformed fields. */
  readonly refusals?: readonly Refusal[];
}

type Part<O, K extends string> = O extends Record<K, infer S extends z.ZodType> ? z.input<S> : unknown;

/** The caller's input: path parameters, query, body and file as one flat object. */
export type Input<O extends Operation> = Part<O, 'params'> &
  Part<O, 'query'> &
  Part<O, 'body'> &
  Part<O, 'file'>;

/** The result of a call: the reply's `data`, with the fields beside it where the row declares any. */
export type Data<O extends Operation> = O extends { beside: infer B extends z.ZodType }
  ? { data: z.output<O['data']> } & z.output<B>
  : z.output<O['data']>;

type Route = `${Operation['method']} ${Operation['path']}`;
type Named<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
type ParamsOf<R extends Route> = [Named<R>] extends [never]
  ? unknown
  : { readonly params: z.ZodObject<Record<Named<R>, z.ZodString>> };

/** Declares a row, keeping its literal types. Names in braces in the route are required path parameters. */
export function operation<
  const R extends Route,
  const E extends Effect,
  const Rest extends Omit<Operation, 'method' | 'path' | 'evidence' | 'effect' | 'params'>,
>(route: R, evidence: Evidence, effect: E, rest: Rest) {
  const [method, path] = route.split(' ') as [Operation['method'], Operation['path']];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = z.object(Object.fromEntries(names.map((name) => [name, requiredText(name)])));
  return { method, path, evidence, effect, ...(names.length > 0 && { params }), ...rest } as {
    readonly method: Operation['method'];
    readonly path: Operation['path'];
    readonly evidence: Evidence;
    readonly effect: E;
  } & ParamsOf<R> &
    Rest;
}
