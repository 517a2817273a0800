import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi';
import { runDueTasks } from '../time/run-due-tasks';
import type { Running } from '../running';
import { overview } from './overview';

/** What people look at: the overview, and the interface as OpenAPI. */
export function pageRoutes(running: Running) {
  return async (app: FastifyInstance): Promise<void> => {
    const document = openApiDocument();
    await app.register(swagger, { mode: 'static', specification: { document: document as never } });
    await app.register(swaggerUi, { routePrefix: '/docs' });
    app.get('/openapi.json', () => document);
    app.get('/', ({ ip }, reply) => {
      runDueTasks(running.state);
      return reply.type('text/html; charset=utf-8').send(overview(running, ip));
    });
  };
}
