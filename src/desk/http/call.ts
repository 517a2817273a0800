import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Route, RouteName, routes } from '../contract/routes';
import type { Person } from '../login/roles';

type Part<N extends RouteName, P extends 'params' | 'query' | 'body'> =
  (typeof routes)[N] extends Readonly<Record<P, infer S extends z.ZodType>> ? z.output<S> : undefined;

/** A request that was let in, with everything in it checked by the contract. */
export interface Call<N extends RouteName> {
  readonly params: Part<N, 'params'>;
  readonly query: Part<N, 'query'>;
  readonly body: Part<N, 'body'>;
  readonly person: Person;
  /** The id of the request: the same one takes effect once. Empty where nothing is written. */
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Reply<N extends RouteName> = (typeof routes)[N] extends { reply: infer S extends z.ZodType }
  ? z.input<S>
  : unknown;

/** What each route does. */
export type Handlers = { readonly [N in RouteName]: (call: Call<N>) => Promise<Reply<N>> | Reply<N> };

/** Any route, its handler and what it is called. */
export interface AnyRoute {
  readonly name: RouteName;
  readonly route: Route;
  readonly handle: (call: Call<RouteName>) => unknown;
}
