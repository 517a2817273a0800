import { z } from 'zod';
import type { Role } from '../../domain/case/commands';
import { kind, reference, sha256, type DeskRole } from './fields';

/** One route of the interface. Every one needs a login; a `POST` needs the header `Idempotency-Key` where it says so. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  /** Who may use it; what may be done to a case is decided for each command. */
  readonly roles: readonly (Role | DeskRole)[];
  /** What the path names. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Longest body, where it is not the usual one. */
  readonly bodyMaxBytes?: number;
  /** The body is a form of one file, named file. */
  readonly form?: true;
  readonly reply?: z.ZodType;
  /** What is answered instead of JSON: the types of a file, or of a stream of events. */
  readonly replyTypes?: readonly string[];
  /** It answers with personal data: who has read it is written down. */
  readonly personal?: true;
  /** It changes something: a repeat with the same key takes effect once. */
  readonly writes?: true;
}

/** What may stand in a path, behind a colon. */
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
/** Nothing else may stand there: a slip of the pen would open a route, or leave it out of the log. */
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
/** Takes no idempotency key: a repeat changes nothing more. */
export const post = by('POST');
export const write = by('POST', { writes: true });
