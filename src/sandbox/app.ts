import fastify, { type FastifyInstance } from 'fastify';
import type { TimeSource, VirtualClock } from './time/clock';
import { controlRoutes } from './control/routes';
import type { CallCount } from './http/call-count';
import type { FixedWindow } from './http/fixed-window';
import { failure, answerError } from './http/envelope';
import { bankRoutes } from './http/bank-routes';
import { pageRoutes } from './pages/routes';
import type { Readings } from './readings/readings';
import { RunningSandbox } from './running-sandbox';
import { settingsSchema, type SandboxSettings, type Settings } from './settings';
import type { Deliveries } from './webhook-deliveries';
import type { BankState } from './bank-state';

/** An emulated bank. `app` takes injected requests; `listen` puts it on a port. */
export interface Sandbox {
  readonly app: FastifyInstance;
  readonly settings: Settings;
  readonly clock: VirtualClock;
  /** What the bank knows; a reset replaces it, so do not keep it. */
  readonly state: BankState;
  /** Calls of the bank so far. */
  readonly calls: CallCount;
  /** Deliveries of events so far. */
  readonly deliveries: Deliveries;
  /** How the bank reads what the interface leaves open; `choose` changes it. */
  readonly readings: Readings;
  /** The rate limit's windows, those that have ended too. */
  readonly window: FixedWindow;
  /** Answers with the base URL. Port 0 takes any free one. */
  listen(options: { port: number; host?: string }): Promise<string>;
  close(): Promise<void>;
}

/** Makes a sandbox. Throws a ZodError for settings that make no sense. */
export async function createSandbox(settings: SandboxSettings = {}, time?: TimeSource): Promise<Sandbox> {
  const running = new RunningSandbox(settingsSchema.parse(settings), time);
  const app = await createApp(running);
  return {
    app,
    settings: running.settings,
    clock: running.clock,
    calls: running.calls,
    deliveries: running.deliveries,
    readings: running.readings,
    window: running.window,
    get state() {
      return running.state;
    },
    listen: ({ port, host = '127.0.0.1' }) => app.listen({ port, host }),
    async close() {
      await running.close();
      await app.close();
    },
  };
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
  await app.register(pageRoutes(running));
  await app.ready();
  return app;
}
