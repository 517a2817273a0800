import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import statics from '@fastify/static';
import type { IdempotencyKeys } from './idempotency-keys';
import { addRoutes, methodsOf, type Handlers } from './run-route';
import { addApiDocs } from './openapi';
import { answerProblem, ProblemError, sendProblem } from './problems';
import { protect } from './protection';
import { addSecurityLog, type SecurityLine } from './security-log';
import type { DeskSettings } from '../server';
import type { Visitors } from './visitors';

export interface InterfaceParts extends Pick<DeskSettings, 'url' | 'pages' | 'trustProxy'> {
  readonly visitors: Visitors;
  readonly handlers: Handlers;
  readonly requests: IdempotencyKeys;
  /** Adds the login, and the codec server. */
  readonly login: (app: FastifyInstance) => void;
  /** Logs logins, refusals, and readers of personal data. */
  readonly record: (line: SecurityLine) => void;
  /** Reports an error to the operator. */
  readonly report: (error: unknown) => void;
}

/** Limit of all bodies but those of batches and documents. */
const BODY_MAX_BYTES = 64 * 1024;
const FILE_MAX_BYTES = 10 * 1024 * 1024;
/** Requests per minute of one person, or of one address without a login. */
const REQUESTS_PER_MINUTE = 1_200;
const REQUEST_WITHIN_MS = 30_000;
const HEADERS_WITHIN_MS = 10_000;

/** The web server of the desk: the interface under `/api`, and the pages. */
export async function createApp(parts: InterfaceParts): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: trusted(parts.trustProxy),
    requestTimeout: REQUEST_WITHIN_MS,
    forceCloseConnections: true,
    // Such as an address that cannot be parsed.
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply, parts.report),
    http: { headersTimeout: HEADERS_WITHIN_MS, connectionsCheckingInterval: 1_000 },
  });
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, parts.report));
  addSecurityLog(app, parts.visitors, parts.record);
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: FILE_MAX_BYTES, files: 1, fields: 0, parts: 1 } });
  await app.register(rateLimit, {
    ...{ max: REQUESTS_PER_MINUTE, timeWindow: '1 minute' },
    // People by subject, since an office may share one address. A login that was not found genuine does not count
    // as one: made-up logins share their address's limit.
    keyGenerator(request) {
      const subject = parts.visitors.loginOf(request);
      return subject === undefined ? request.ip : `person ${subject}`;
    },
  });
  await protect(app, parts.url.startsWith('https:'));
  addRoutes(app, parts.handlers, parts);
  parts.login(app);
  await addApiDocs(app, parts.url);
  await addPages(app, parts.pages);
  const answerNothing = ({ url, method }: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = url.split('?');
    const known = methodsOf(url);
    const methods =
      known.length === 0 && app.hasRoute({ method: 'GET', url: path }) ? ['GET', 'HEAD'] : known;
    if (methods.length === 0)
      return sendProblem(reply, new ProblemError('not-found', 'There is nothing under this address.'));
    const detail = `${method} does nothing here: use ${methods.join(' or ')}.`;
    return sendProblem(reply.header('allow', methods.join(', ')), new ProblemError('wrong-method', detail));
  };
  app.setNotFoundHandler(answerNothing);
  // Answers before a body is read, whose mistakes do not matter here.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 ? answerNothing(request, reply) : undefined,
  );
  return app;
}

/** A number trusts that many proxies, from the desk outwards; a text trusts those at its addresses. */
const trusted = (proxies: number | string | undefined) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : (proxies ?? false);

/** Serves the built pages: files under `/assets` as immutable, and the one page at every other address. */
async function addPages(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const send = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
  await app.register(statics, {
    root: folder,
    index: false,
    wildcard: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
  });
  app.get('/', (_request, reply) => send(reply));
  app.get('/*', (request, reply) =>
    // Paths under /api and /assets, and names of files, are not pages.
    /^\/(api|assets)\//.test(request.url) ? reply.callNotFound() : send(reply),
  );
}
