import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operationNamed, operationNames, type OperationName } from '../../bank/contract';
import type { Running } from '../running';
import { answer } from './answer';
import { failure } from './envelope';
import { answerError } from './errors';
import { checkKeys } from './keys';
import { withReadings } from './outgoing';
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
