import fastify, { type FastifyInstance } from 'fastify';
import type { TimeSource } from './time/clock';
import { controlRoutes } from './control/routes';
import { failure, answerError } from './http/envelope';
import { bankRoutes } from './http/bank-routes';
import { pageRoutes } from './http/page-routes';
import { RunningSandbox } from './running-sandbox';
import { settingsSchema, type SandboxSettings } from './settings';

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

/**
 * Creates an emulated bank: its `app` takes injected requests, and `listen` opens a port (0 takes any free
 * one) and returns the base URL. Throws a ZodError for invalid settings.
 */
export async function createSandbox(settings: SandboxSettings = {}, time?: TimeSource) {
  const running = new RunningSandbox(settingsSchema.parse(settings), time);
  const app = await createApp(running);
  return Object.assign(running, {
    app,
    listen: ({ port, host = '127.0.0.1' }: { port: number; host?: string }): Promise<string> =>
      app.listen({ port, host }),
    async close(): Promise<void> {
      await running.end();
      await app.close();
    },
  });
}

async function createApp(running: RunningSandbox): Promise<FastifyInstance> {
  const app = fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 4096 },
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request, reply);
    },
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failure('no such page')));
  await app.register(bankRoutes(running), { prefix: '/v1' });
  await app.register(controlRoutes(running), { prefix: '/_sandbox' });
  await app.register(pageRoutes);
  await app.ready();
  return app;
}
