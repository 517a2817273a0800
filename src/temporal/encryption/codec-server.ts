import type { Payload } from '@temporalio/common';
import { JSONToPayload, payloadToJSON, type JSONPayload } from '@temporalio/common/lib/proto-utils';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createHash, timingSafeEqual } from 'node:crypto';
import { ORIGIN } from '../../domain/wire/unreadable-payload';
import type { KeyRing } from './key-ring-file';
import { labelOf, unseal } from './sealing/sealed-payload';

/** Checks whether a caller may ask; it refuses by answering. */
export type CodecGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export interface CodecParts {
  readonly keys: KeyRing;
  /** One line per request: its route, its status, and its number of payloads. */
  readonly log: (line: CodecRequestLine, request: FastifyRequest) => void;
}

/** The log's line for a request; it holds nothing of a payload. */
export interface CodecRequestLine {
  readonly request: string;
  readonly status: number;
  readonly payloads: number;
}

/** Size limit of a request: the Web UI sends whole histories. */
const CODEC_BODY_MAX_BYTES = 16 * 1024 * 1024;

const payloadJson = z.object({
  metadata: z.record(z.string(), z.base64()).default({}),
  data: z.base64().default(''),
});

/** The official command line omits an empty list. */
const payloadsBody = z.object({ payloads: z.array(payloadJson).default([]) });

const ENCODES_NOTHING =
  'This server only decodes: what it encrypted would count as the word of a worker. ' +
  'Encrypt inputs with "npm run starter -- encryption input".';

/** A server that decrypts for the Web UI and the official command line. */
export function createCodecServer({ keys, log, ...access }: CodecParts & CodecAccess): FastifyInstance {
  const app = fastify({ forceCloseConnections: 'idle' });
  addCodecRoutes(app, { keys, log }, (request, reply) => guardCodec(access, request, reply));
  app.setNotFoundHandler((_, reply) => refuse(reply, 404, 'there is nothing here; POST /decode decrypts'));
  return app;
}

/**
 * Decrypts payloads by Temporal's protocol for codec servers. It returns a payload that it cannot open
 * unchanged, so that a page still shows everything else.
 */
export function addCodecRoutes(app: FastifyInstance, { keys, log }: CodecParts, guard: CodecGuard): void {
  const counts = new WeakMap<FastifyRequest, number>();
  const payloadsOf = (request: FastifyRequest): JSONPayload[] => {
    const { payloads } = payloadsBody.parse(request.body);
    counts.set(request, payloads.length);
    return payloads;
  };
  app.addHook('onRequest', guard);
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    const { method, routeOptions } = request;
    const line = { request: `${method} ${routeOptions.url ?? ''}`.trim(), status };
    log({ ...line, payloads: counts.get(request) ?? 0 }, request);
  });
  app.post('/decode', { bodyLimit: CODEC_BODY_MAX_BYTES }, async (request, reply) => {
    const namespace = String(request.headers['x-namespace'] ?? '');
    if (namespace === '') return refuse(reply, 400, 'the header X-Namespace is missing');
    return { payloads: await Promise.all(payloadsOf(request).map((json) => decoded(json, namespace, keys))) };
  });
  app.post('/encode', { bodyLimit: CODEC_BODY_MAX_BYTES }, async (request, reply) => {
    const payloads = payloadsOf(request);
    const areEncrypted = payloads.every((json) => labelOf(JSONToPayload(json)) !== undefined);
    return areEncrypted ? { payloads } : refuse(reply, 403, ENCODES_NOTHING);
  });
  app.setErrorHandler((error, _, reply) => answerError(error, reply));
}

async function decoded(json: JSONPayload, namespace: string, keys: KeyRing): Promise<JSONPayload> {
  const payload: Payload = JSONToPayload(json);
  const label = labelOf(payload);
  const key = label && (await keys.key(label.keyId));
  const opened = key && (await unseal(payload, key, { namespace, workflowId: label.workflowId }));
  return opened ? payloadToJSON(withoutOrigin(opened)) : json;
}

/** Drops the origin, for workers only: the official CLI shows payloads with unknown metadata as raw bytes. */
const withoutOrigin = ({ metadata, ...rest }: Payload): Payload => ({
  ...rest,
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).filter(([name]) => name !== ORIGIN)),
});

/** Leaves out the error's own message, which may repeat what was sent. */
function answerError(error: unknown, reply: FastifyReply) {
  if (error instanceof z.ZodError)
    return refuse(reply, 400, 'the body must be {"payloads":[{"metadata":…,"data":…}]}, values in Base64');
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return refuse(reply, status, status < 500 ? 'the request cannot be read' : 'the codec server failed');
}

interface CodecAccess {
  /** The bearer token that callers must send; a server without a token must listen on this machine alone. */
  readonly token: string | undefined;
  /** Origins (scheme, host and port) of the Web UIs that may ask. Only browsers send an origin. */
  readonly origins: readonly string[];
}

const PREFLIGHT_SECONDS = '600';

/** Admits pages of the Web UI and no others; then checks the token. */
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

export const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ message });

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
