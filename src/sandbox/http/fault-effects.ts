import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Drawn } from '../faults';
import { failure } from './envelope';

const RATE_HEADERS = [
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
];

/** What a fault did to a call: nothing, it answered in the handler's place, or the caller never gets a reply. */
export type FaultEffect = 'none' | 'answered' | 'lost';

/** What happens to a call before its handler runs. */
export async function applyBefore(
  drawn: Drawn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FaultEffect> {
  if (drawn.latency) await delay(drawn.latency.milliseconds);
  if (drawn['rate-headers']) breakRateHeaders(reply, drawn['rate-headers'].form);
  if (drawn['reset-before']) return dropConnection(request, reply);
  if (drawn['rate-limited']) return refuseAsLimited(reply, drawn['rate-limited'].retryAfterSeconds);
  if (drawn['error-before']) return sendError(reply, drawn['error-before'].status);
  return 'none';
}

/** What happens to the reply of a call that has succeeded. */
export function applyAfter(
  drawn: Drawn,
  body: object,
  request: FastifyRequest,
  reply: FastifyReply,
): FaultEffect {
  if (drawn['reset-after']) return dropConnection(request, reply);
  if (drawn['error-after']) return sendError(reply, drawn['error-after'].status);
  if (drawn['malformed-body']) return sendUnreadable(reply, body, drawn['malformed-body'].form);
  return 'none';
}

/** The caller sees a reset connection and no reply. */
function dropConnection(request: FastifyRequest, reply: FastifyReply): FaultEffect {
  reply.hijack();
  const { socket } = request.raw;
  if (typeof socket.resetAndDestroy === 'function') socket.resetAndDestroy();
  else reply.raw.destroy(new Error('connection reset by a fault'));
  return 'lost';
}

function sendError(reply: FastifyReply, status: number): FaultEffect {
  void reply.code(status).send(failure('server error'));
  return 'answered';
}

function refuseAsLimited(reply: FastifyReply, retryAfterSeconds?: number): FaultEffect {
  for (const header of RATE_HEADERS) reply.removeHeader(header);
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
  void reply.code(429).send(failure('too many requests'));
  return 'answered';
}

function breakRateHeaders(reply: FastifyReply, form: 'missing' | 'malformed'): void {
  for (const header of RATE_HEADERS) {
    if (form === 'missing') reply.removeHeader(header);
    else reply.header(header, 'not a number');
  }
}

function sendUnreadable(
  reply: FastifyReply,
  body: object,
  form: 'truncated' | 'html' | 'empty' | 'without-data',
): FaultEffect {
  const text = JSON.stringify(body);
  const bodies = {
    truncated: text.slice(0, Math.floor(text.length / 2)),
    html: '<html><body><h1>502 Bad Gateway</h1></body></html>',
    empty: '',
    'without-data': '{"status":"success","message":"ok"}',
  };
  void reply.type(form === 'html' ? 'text/html' : 'application/json').send(bodies[form]);
  return 'answered';
}
