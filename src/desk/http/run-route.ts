import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isReference } from '../../domain/wire/references';
import type { Route } from '../contract/route';
import { routes, type RouteName } from '../contract/routes';
import { forRoles } from '../access/command-permission';
import { hasOneOf, type Person } from '../login/roles';
import type { IdempotencyKeys } from './idempotency-keys';
import { plainly } from './complaints';
import { invalid, invalidField, mistakesIn, ProblemError } from './problems';
import type { Visitors } from './visitors';

/** Adds the contract's routes. Each checks the role before it reads the body, then checks body and reply. */
export function addRoutes(
  app: FastifyInstance,
  handlers: Handlers,
  parts: { readonly visitors: Visitors; readonly requests: IdempotencyKeys },
): void {
  for (const name of Object.keys(routes) as RouteName[]) addRoute(app, routes[name], handlers[name], parts);
}

const PATTERNS = Object.values<Route>(routes).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\./g, String.raw`\.`).replace(/:\w+/g, '[^/]+')}$`),
}));

/** The methods that an address of the interface takes; empty if there is no route. */
export function methodsOf(url: string): readonly string[] {
  const [path = ''] = url.split('?');
  const taken = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set(taken)].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** Refuses unknown parameters: a misspelt filter would show everything. */
const NO_QUERY = z.strictObject({});

function addRoute(
  app: FastifyInstance,
  route: Route,
  handle: (call: Call<RouteName>) => unknown,
  { visitors, requests }: Parameters<typeof addRoutes>[2],
): void {
  app.route({
    method: route.method,
    url: route.path,
    ...(route.bodyMaxBytes !== undefined && { bodyLimit: route.bodyMaxBytes }),
    // Runs after the limits of requests, and before the body is read.
    preParsing: async (request) => {
      const person = await visitors.of(request);
      if (!hasOneOf(person, route.roles)) throw new ProblemError('not-allowed', forRoles(route.roles));
    },
    handler: async (request, reply) => {
      const call = {
        params: checked(route.params, request.params),
        query: checked(route.query ?? NO_QUERY, request.query),
        body: bodyOf(route, request),
        requestId: route.writes ? requestIdOf(request) : '',
        ...{ person: visitors.known(request), request, reply },
      } as Call<RouteName>;
      const { person, requestId } = call;
      const what = `${request.method} ${request.url}`;
      const given = { subject: person.subject, requestId, what, body: request.body };
      const result = route.writes
        ? await requests.once(given, async () => Object(await handle(call)) as object)
        : await handle(call);
      return reply.sent || result === reply ? reply : answer(reply, route.reply, result);
    },
  });
}

/** The body by the contract; the handler of a form reads it itself. */
function bodyOf({ body, form }: Route, request: FastifyRequest): unknown {
  if (form) return undefined;
  if (request.isMultipart())
    throw new ProblemError('wrong-type', 'The body is sent as application/json, not as a form.');
  if (isNested(request.body))
    throw new ProblemError('invalid', `The body must not be nested more deeply than ${LEVELS_MAX} levels.`);
  return checked(body, request.body);
}

const LEVELS_MAX = 32;

const isNested = (value: unknown, levels = LEVELS_MAX): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isNested(one, levels - 1)));

function checked(schema: z.ZodType | undefined, given: unknown): unknown {
  if (!schema) return undefined;
  const { success, data, error } = schema.safeParse(given, { error: plainly });
  if (success) return data;
  throw invalid(mistakesIn(error));
}

function requestIdOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && isReference(key)) return key;
  throw invalidField(
    'Idempotency-Key',
    "The header Idempotency-Key must hold your own id of this request, such as a UUID: a repeat with the same one takes effect once. Letters, digits, dots, underscores and hyphens, at most 60; outside of a UUID ten digits in a row seem to be a person's number",
  );
}

/** Drops the fields that the contract does not name from a reply. */
function answer(reply: FastifyReply, schema: z.ZodType | undefined, result: unknown): unknown {
  if (schema) return schema.parse(result);
  return result === undefined ? reply.code(204).send() : result;
}

type Part<N extends RouteName, P extends 'params' | 'query' | 'body'> =
  (typeof routes)[N] extends Readonly<Record<P, infer S extends z.ZodType>> ? z.output<S> : undefined;

/** An authorised request, with everything in it checked by the contract. */
interface Call<N extends RouteName> {
  readonly params: Part<N, 'params'>;
  readonly query: Part<N, 'query'>;
  readonly body: Part<N, 'body'>;
  readonly person: Person;
  /** The id of the request, which takes effect once; empty if the route writes nothing. */
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Makes a type deeply read-only, as replies take values. */
export type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T;

type Reply<N extends RouteName> = (typeof routes)[N] extends { reply: infer S extends z.ZodType }
  ? ReadOnly<z.input<S>>
  : unknown;

export type Handlers = { readonly [N in RouteName]: (call: Call<N>) => Promise<Reply<N>> | Reply<N> };
