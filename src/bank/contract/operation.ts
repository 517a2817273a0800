import { z } from 'zod';
import { requiredText } from './fields';
import type { Refusal } from './refusals';

/** How well an operation is known: in the interface document, well supported by comparable evidence, or our own choice. */
export type Evidence = 'specified' | 'inferred' | 'assumed';

/**
 * What a second identical request does.
 * - `none`: the operation only reads.
 * - `idempotent`: nothing, by its documentation or by a reference the bank keeps unique.
 * - `once`: it may do it again, so it is repeated only after a read has shown that the first one left no trace, or when a
 *   person says so.
 */
export type Effect = 'none' | 'idempotent' | 'once';

/** A file to upload. The blob's type is its content type; it may be backed by disk and is streamed. */
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
  /** Fields of `data` that repeat what was asked, each with its name there: another value tells of something else. */
  readonly echoes?: Readonly<Record<string, string>>;
  /** Its reply has many entries: more of it is read than of one record. */
  readonly isLong?: true;
  readonly data: z.ZodType;
  /** Fields that stand beside `data` in the envelope (totals, pagination). */
  readonly beside?: z.ZodObject;
  /** The documented refusals of this operation, beyond malformed fields. */
  readonly refusals?: readonly Refusal[];
}

type Part<O, K extends string> = O extends Record<K, infer S extends z.ZodType> ? z.input<S> : unknown;
type ParsedPart<O, K extends string> = O extends Record<K, infer S extends z.ZodType> ? z.output<S> : unknown;

/** What a caller passes: path parameters, query, body and file as one flat object. */
export type Input<O extends Operation> = Part<O, 'params'> &
  Part<O, 'query'> &
  Part<O, 'body'> &
  Part<O, 'file'>;

/** The same after parsing, as the sandbox receives it. */
export type ParsedInput<O extends Operation> = ParsedPart<O, 'params'> &
  ParsedPart<O, 'query'> &
  ParsedPart<O, 'body'> &
  ParsedPart<O, 'file'>;

/** What a caller gets: the reply's `data`, or `data` with its neighbours where the envelope has any. */
export type Data<O extends Operation> = O extends { beside: infer B extends z.ZodType }
  ? { data: z.output<O['data']> } & z.output<B>
  : z.output<O['data']>;

type Route = `${Operation['method']} ${Operation['path']}`;
type Named<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
type ParamsOf<R extends Route> = [Named<R>] extends [never]
  ? unknown
  : { readonly params: z.ZodObject<Record<Named<R>, z.ZodString>> };

/** Declares a row, keeping its literal types. The names in braces in the route are the path parameters: texts that must be there. */
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
