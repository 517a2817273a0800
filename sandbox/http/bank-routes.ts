import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { operationNamed, operationNames, type OperationName } from '../../src/bank/contract';
import type { RunningSandbox } from '../running-sandbox';
import { lookOf, isUnreadable } from '../readings/altered-replies';
import type { OutgoingReply, Readings } from '../readings/readings';
import { failure, answerError, success } from './envelope';
import { checkKeys, countInWindow, operationOf, passGateway } from './rate-limit';
import type { Drawn } from '../faults';
import { SECOND } from '../time/clock';
import { handlers } from '../operations';
import type { Call } from '../operations/handler';
import { runDueTasks } from '../time/run-due-tasks';
import type { BankState } from '../bank-state';
import { readInput, type RequestInput } from './request-input';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationName;
  }
}

/** The routes of the bank, one for each row of the contract, behind its limit and its keys. */
export function bankRoutes(running: RunningSandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    await app.register(multipart, { throwFileSizeLimit: false });
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    app.addHook('onRequest', (request, reply) => passGateway(running, request, reply));
    app.addHook('onRequest', (request, reply) => countInWindow(running, request, reply));
    app.addHook('onRequest', async (request) => {
      checkKeys(request.headers, running.settings);
    });
    app.addHook('preSerialization', withReadings(running.readings));
    app.addHook('onSend', async (request, reply) => {
      running.calls.note(operationOf(request), reply.statusCode);
    });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send(failure('no such operation')));
    app.setErrorHandler(answerError);
    for (const name of operationNames) addRoute(running, app, name);
  };
}

function addRoute(running: RunningSandbox, app: FastifyInstance, operation: OperationName): void {
  const { method, path } = operationNamed(operation);
  app.route({
    method,
    url: path.replace('/v1', '').replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    handler: (request, reply) => answer(running, operation, request, reply),
  });
}

/** Applies the readings in force to every reply, refusals too. Fastify runs it before it serializes. */
const withReadings =
  (readings: Readings) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const { operation } = request.routeOptions.config;
    const outgoing: OutgoingReply = {
      operation,
      sent: textOf(request),
      status: reply.statusCode,
      body: payload,
    };
    const { status, body } = lookOf(outgoing, readings);
    reply.code(status);
    if (typeof body === 'string') reply.type('text/plain; charset=utf-8').serializer(String);
    return body;
  };

const textOf = ({ body, url }: FastifyRequest): string =>
  Buffer.isBuffer(body) && body.length > 0 ? body.toString() : url;

/** Handles one call from request to reply, with the faults that hit it. Throws the handler's refusals. */
async function answer(
  running: RunningSandbox,
  name: OperationName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const read = await readInput(operationNamed(name), request);
  const before = running.state.faults.draw('before', name, read.input);
  const early = await applyBefore(before, request, reply);
  if (early !== 'none') return struck(running, name, reply, early);
  const { status, body } = perform(running.state, name, read, before);
  reply.code(status);
  const after = unreadable(running.state, name, running.state.faults.draw('after', name, read.input));
  const late = applyAfter(after, body, request, reply);
  return late === 'none' ? reply.send(body) : struck(running, name, reply, late);
}

/** Adds a page of HTML to a reply's faults, if a reading makes the reply unreadable. */
const unreadable = (state: BankState, name: OperationName, drawn: Drawn): Drawn =>
  isUnreadable(state, name)
    ? { ...drawn, 'malformed-body': { kind: 'malformed-body', form: 'html', probability: 1 } }
    : drawn;

/** Counts a dropped connection here, since it has no status that could be counted on its way out. */
function struck(
  running: RunningSandbox,
  name: OperationName,
  reply: FastifyReply,
  strike: FaultEffect,
): FastifyReply {
  if (strike === 'lost') running.calls.note(name, 'lost');
  return reply;
}

function perform(state: BankState, name: OperationName, { input, fileDigest }: RequestInput, drawn: Drawn) {
  runDueTasks(state);
  state.cause = name;
  const row = operationNamed(name);
  let answered: { status: number; message: string } = row.success;
  const call: Call = {
    state,
    asOf: state.now - ageOfRead(state, drawn['stale-read']),
    mayRepeatReference: drawn['duplicate-check-off'] !== undefined,
    fileDigest,
    succeedWith: (other) => (answered = { ...answered, ...other }),
  };
  // The table is typed row by row; here the name is any of them.
  const data = (handlers[name] as (input: unknown, call: Call) => unknown)(input, call);
  return { status: answered.status, body: success(row, answered.message, data) };
}

function ageOfRead(state: BankState, stale: Drawn['stale-read']): number {
  if (!stale) return 0;
  return stale.seconds * SECOND * (stale.varying ? state.random.fraction() : 1);
}

const RATE_HEADERS = [
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
];

/** A fault's effect on a call: none, an answer in the handler's place, or no reply at all. */
type FaultEffect = 'none' | 'answered' | 'lost';

/** Applies faults before the handler runs. */
async function applyBefore(drawn: Drawn, request: FastifyRequest, reply: FastifyReply): Promise<FaultEffect> {
  if (drawn.latency) await delay(drawn.latency.milliseconds);
  if (drawn['rate-headers']) breakRateHeaders(reply, drawn['rate-headers'].form);
  if (drawn['reset-before']) return dropConnection(request, reply);
  if (drawn['rate-limited']) return refuseAsLimited(reply, drawn['rate-limited'].retryAfterSeconds);
  if (drawn['error-before']) return sendError(reply, drawn['error-before'].status);
  return 'none';
}

/** Applies faults to the reply of a successful call. */
function applyAfter(drawn: Drawn, body: object, request: FastifyRequest, reply: FastifyReply): FaultEffect {
  if (drawn['reset-after']) return dropConnection(request, reply);
  if (drawn['error-after']) return sendError(reply, drawn['error-after'].status);
  if (drawn['malformed-body']) return sendUnreadable(reply, body, drawn['malformed-body'].form);
  return 'none';
}

/** Resets the connection; the caller gets no reply. */
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
