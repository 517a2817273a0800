import fastify, { type FastifyInstance } from 'fastify';
import type { TimeSource, VirtualClock } from './clock';
import { controlRoutes } from './control/routes';
import type { CallCount } from './http/call-count';
import type { RateWindow } from './http/rate-window';
import { failure } from './http/envelope';
import { answerError } from './http/errors';
import { serviceRoutes } from './http/service-routes';
import { pageRoutes } from './pages/routes';
import { Running } from './running';
import { settingsSchema, type SandboxSettings, type Settings } from './settings';
import type { Deliveries } from './webhooks/deliveries';
import type { World } from './world';

/** An emulated banking service. `app` takes injected requests; `listen` puts it on a port. */
export interface Sandbox {
  readonly app: FastifyInstance;
  readonly settings: Settings;
  readonly clock: VirtualClock;
  /** The state; a reset replaces it, so do not keep it. */
  readonly world: World;
  /** Calls of the service so far. */
  readonly calls: CallCount;
  /** Deliveries of events so far. */
  readonly deliveries: Deliveries;
  /** The rate limit's windows, those that have ended too. */
  readonly window: RateWindow;
  /** Answers with the base URL. Port 0 takes any free one. */
  listen(options: { port: number; host?: string }): Promise<string>;
  close(): Promise<void>;
}

/** Makes a sandbox. Throws a ZodError for settings that make no sense. */
export async function createSandbox(settings: SandboxSettings = {}, time?: TimeSource): Promise<Sandbox> {
  const running = new Running(settingsSchema.parse(settings), time);
  const app = await createApp(running);
  return {
    app,
    settings: running.settings,
    clock: running.clock,
    calls: running.calls,
    deliveries: running.deliveries,
    window: running.window,
    get world() {
      return running.world;
    },
    listen: ({ port, host = '127.0.0.1' }) => app.listen({ port, host }),
    async close() {
      await running.close();
      await app.close();
    },
  };
}

async function createApp(running: Running): Promise<FastifyInstance> {
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
  await app.register(serviceRoutes(running), { prefix: '/v1' });
  await app.register(controlRoutes(running), { prefix: '/_sandbox' });
  await app.register(pageRoutes(running));
  await app.ready();
  return app;
}
