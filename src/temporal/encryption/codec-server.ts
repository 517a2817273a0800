import type { Payload } from '@temporalio/common';
import { JSONToPayload, payloadToJSON, type JSONPayload } from '@temporalio/common/lib/proto-utils';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ORIGIN } from '../../domain/wire/unreadable-payload';
import { guardCodec, refuse, type CodecAccess } from './codec-access';
import type { KeyRing } from './key-ring';
import { labelOf, unseal } from './sealing/sealed-payload';

/** Says who may ask: it refuses by answering. */
export type CodecGuard = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** What decrypts, wherever it is served. */
export interface CodecParts {
  readonly keys: KeyRing;
  /** One line a request: what was asked, how it was answered, and for how many payloads. */
  readonly log: (line: CodecRequestLine, request: FastifyRequest) => void;
}

type CodecServerParts = CodecParts & CodecAccess;

/** What the log says of a request: nothing of a payload. */
export interface CodecRequestLine {
  readonly request: string;
  readonly status: number;
  readonly payloads: number;
}

/** Longest request: the Web UI asks for whole histories. */
const CODEC_BODY_MAX_BYTES = 16 * 1024 * 1024;

const payloadJson = z.object({
  metadata: z.record(z.string(), z.base64()).default({}),
  data: z.base64().default(''),
});

/** The official command line leaves the list out where it is empty. */
const payloadsBody = z.object({ payloads: z.array(payloadJson).default([]) });

const ENCODES_NOTHING =
  'This server only decodes: what it encrypted would count as the word of a worker. ' +
  'Encrypt inputs with "npm run starter -- encryption input".';

/** A program of its own that decrypts for the Web UI and the official command line. */
export function createCodecServer({ keys, log, ...access }: CodecServerParts): FastifyInstance {
  const app = fastify({ forceCloseConnections: 'idle' });
  addCodecRoutes(app, { keys, log }, (request, reply) => guardCodec(access, request, reply));
  app.setNotFoundHandler((_, reply) => refuse(reply, 404, 'there is nothing here; POST /decode decrypts'));
  return app;
}

/**
 * Decrypts payloads by Temporal's protocol for codec servers. What it cannot open it returns as it was, so that a page
 * still shows everything else.
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

/** Who has sent it is for workers; the official command line takes a payload with more than it knows for raw bytes. */
const withoutOrigin = ({ metadata, ...rest }: Payload): Payload => ({
  ...rest,
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).filter(([name]) => name !== ORIGIN)),
});

/** No words of the error itself: they may repeat what was sent. */
function answerError(error: unknown, reply: FastifyReply) {
  if (error instanceof z.ZodError)
    return refuse(reply, 400, 'the body must be {"payloads":[{"metadata":…,"data":…}]}, values in Base64');
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return refuse(reply, status, status < 500 ? 'the request cannot be read' : 'the codec server failed');
}
