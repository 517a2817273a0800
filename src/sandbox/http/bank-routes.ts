import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operationNamed, operationNames, type OperationName } from '../../bank/contract';
import type { Running } from '../running';
import { answer } from './answer';
import { failure } from './envelope';
import { answerError } from './errors';
import { checkKeys, windowKeyOf } from './keys';
import { rateHeaders } from './fixed-window';
import { withReadings } from './outgoing';

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

async function countInWindow(running: Running, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!running.window.isOn) return;
  const snapshot = running.window.count(windowKeyOf(request.headers, running.settings), operationOf(request));
  reply.headers(rateHeaders(snapshot));
  if (snapshot.isExceeded) await reply.code(429).send(failure('too many requests'));
}

const operationOf = (request: FastifyRequest): string => request.routeOptions.config.operation ?? 'unknown';
