import { z } from 'zod';
import type { Role } from '../../domain/case/commands';
import { kind, reference, sha256, type DeskRole } from './fields';

/** One route of the interface. All need a login; those with `writes` need the header `Idempotency-Key`. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  /** The roles that may use it; `decide` adds rules for each command. */
  readonly roles: readonly (Role | DeskRole)[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Longest body, if not the usual one. */
  readonly bodyMaxBytes?: number;
  /** Whether the body is a multipart form with one file, named `file`. */
  readonly form?: true;
  readonly reply?: z.ZodType;
  /** Media types of a reply other than JSON: a file, or a stream of events. */
  readonly replyTypes?: readonly string[];
  /** Set if it replies with personal data: the desk logs who has read it. */
  readonly personal?: true;
  /** Set if it changes something: a request repeated with the same key takes effect once. */
  readonly writes?: true;
}

/** The parameters that a path may have, after a colon. */
const PARAMS = {
  kind,
  reference,
  command: z.string().max(60),
  sha256,
  requestId: reference,
  endpoint: z.string().max(40),
};

type Named<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Named<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<P extends string> = [Named<P>] extends [never]
  ? object
  : { readonly params: z.ZodObject<Pick<typeof PARAMS, Named<P> & keyof typeof PARAMS>> };

type Rest = Omit<Route, 'method' | 'path' | 'summary' | 'roles'>;
/** Forbids unknown fields: a misspelt one could open a route, or leave it out of the log. */
type Only<R extends Rest> = R & { readonly [K in Exclude<keyof R, keyof Rest>]: never };

const by =
  <const M extends Route['method'], const A extends Rest = object>(method: M, always?: A) =>
  <const P extends string, const R extends Rest = object>(
    path: P,
    summary: string,
    roles: Route['roles'],
    rest?: Only<R>,
  ) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, true]);
    const params = z.object(PARAMS).pick(Object.fromEntries(names) as object);
    return {
      ...{ method, path, summary, roles },
      ...(names.length > 0 && { params }),
      ...{ ...always, ...rest },
    } as Pick<Route, 'summary' | 'roles'> & { method: M; path: P } & A & Omit<ParamsOf<P>, keyof R> & R;
  };
export const get = by('GET');
/** A `POST` without an idempotency key: a repeat changes nothing more. */
export const post = by('POST');
export const write = by('POST', { writes: true });
/** A `GET` that replies with personal data, and one whose data comes as a file. */
export const getPersonal = by('GET', { personal: true });
export const getCsv = by('GET', { personal: true, replyTypes: ['text/csv'] });
