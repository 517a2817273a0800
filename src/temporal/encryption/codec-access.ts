import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Who may ask a codec server. */
export interface CodecAccess {
  /** What callers show as a bearer token; a server without one must listen on this machine alone. */
  readonly token: string | undefined;
  /** The Web UI whose pages may ask, as scheme, host and port. Programs that are no browser send no origin. */
  readonly origins: readonly string[];
}

const PREFLIGHT_SECONDS = '600';

/** Lets pages of the Web UI ask, and no others; then asks for the token. */
export async function guardCodec(
  { token, origins }: CodecAccess,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { origin, authorization } = headers;
  void reply.header('vary', 'Origin').header('cache-control', 'no-store');
  if (origin !== undefined) {
    if (!origins.includes(origin)) return refuse(reply, 403, 'pages of this origin may not ask');
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-allow-headers', 'x-namespace, content-type, authorization')
      .header('access-control-allow-methods', 'POST')
      .header('access-control-max-age', PREFLIGHT_SECONDS);
  }
  if (method === 'OPTIONS') return reply.code(204).send();
  if (token !== undefined && !isSame(authorization ?? '', `Bearer ${token}`))
    return refuse(reply.header('www-authenticate', 'Bearer'), 401, 'the bearer token is missing or wrong');
  return undefined;
}

/** An answer that says in a sentence why there is no other. */
export const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ message });

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
