import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { operationNamed, operationNames, type OperationName } from '../../bank/contract';
import type { Running } from '../running';
import { lookOf } from '../readings/looks';
import type { OutgoingReply, Readings } from '../readings/readings';
import { answer } from './answer';
import { failure, answerError } from './envelope';
import { checkKeys } from './keys';
import { countInWindow, operationOf, passGateway } from './rate-limit';

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationName;
  }
}

/** The routes of the bank, one for each row of the contract, behind its limit and its keys. */
export function bankRoutes(running: Running) {
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

function addRoute(running: Running, app: FastifyInstance, operation: OperationName): void {
  const { method, path } = operationNamed(operation);
  app.route({
    method,
    url: path.replace('/v1', '').replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    handler: (request, reply) => answer(running, operation, request, reply),
  });
}

/** Gives every reply of the bank, refusals too, the look of the readings in force. Fastify runs it before it serializes. */
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
