import { createHash } from 'node:crypto';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import statics from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApprovalItem, CasePage, Kind, Problem, Session, Unreadable } from '../../../src/desk/contract';
import type { Route } from '../../../src/desk/contract/route';
import { routes } from '../../../src/desk/contract/routes';
import { protect, showDocument } from '../../../src/desk/http/protection';
import { loanInput } from '../../../src/domain/loan/input';
import { payoutInput } from '../../../src/domain/payout/input';
import { PIXEL, logIn, problem, problemOf, receiptOf } from './answers';
import { checkCsv } from './fake-batch-check';
import { supervisor } from './fixtures/session';
import { freshness, payoutApproval, proposal, rows } from './fixtures/lists';
import { loanPage } from './fixtures/loan';
import { plainAnswers } from './fixtures/plain-answers';

/** One command, start or upload that the pages have sent. */
export interface Sent {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

/** In full, as they are told on a press. */
const IDENTITY_NUMBERS = { bvn: '99999901001', nin: '88888801002' };

/** A desk of fixtures for the pages: it speaks the contract and holds no rule. A test changes what it tells. */
export class FakeDesk {
  session: Session | undefined = supervisor();
  rows = rows();
  unreadable: Unreadable[] = [];
  stale = false;
  /** The age of its lists if they are stale. */
  staleMs = 150_000;
  /** Nothing comes from the desk any more, as where a network swallows everything. */
  silent = false;
  /** Whom the provider lets in next. */
  logsIn: Session | undefined;
  /** What the login leads to, such as the case after its command. */
  onLogin: () => void = () => undefined;
  approvals: ApprovalItem[] = [payoutApproval(), proposal()];
  readonly cases = new Map<string, CasePage>([['loan:LN-2026-0001', loanPage()]]);
  /** What every document is. */
  document: Parameters<typeof showDocument>[1] = { type: 'image/png', content: PIXEL };
  /** What it answers under a path, the same to each request. */
  readonly answers = { ...plainAnswers };
  readonly sent: Sent[] = [];
  /** What the next writes are answered with instead of a receipt. */
  readonly refusals: Problem[] = [];
  /** Called when a command is taken: what it changes. */
  onCommand: (kind: Kind, reference: string, command: string) => void = () => undefined;
  /** The outcome of the command that a login gave. */
  given: object | undefined;
  /** What each search waits for. */
  searching: Promise<unknown> = Promise.resolve();
  /** The desk answers with a fault to every read of this path. */
  broken: string | undefined;
  url = '';
  private readonly app: FastifyInstance = fastify();
  private alive: ReturnType<typeof setInterval> | undefined;
  private readonly taken = new Map<string, unknown>();
  private readonly streams = new Set<NodeJS.WritableStream>();

  async start(): Promise<void> {
    await this.app.register(multipart);
    await this.app.register(statics, { root: join(__dirname, '../../../web/dist'), wildcard: false });
    await protect(this.app, false);
    this.app.addHook('onRequest', async (request, reply) => {
      if (this.silent) return reply.hijack();
      if (!request.url.startsWith('/api/') || request.url.startsWith('/api/login')) return undefined;
      if (!this.session) return problemOf(reply, logIn());
      return this.broken !== undefined && request.url.startsWith(this.broken)
        ? problemOf(reply, problem(500, 'fault', 'The desk has a fault; its log tells more.'))
        : undefined;
    });
    this.app.setNotFoundHandler((request, reply) =>
      request.url.startsWith('/api/')
        ? problemOf(reply, problem(404, 'not-found', 'There is no such case, or it is not for you to see.'))
        : reply.sendFile('index.html'),
    );
    this.reads();
    this.writes();
    this.alive = setInterval(() => this.write('event: heartbeat\ndata: {}\n\n'), 1_000);
    this.url = await this.app.listen({ port: 0, host: '127.0.0.1' });
  }

  /** Tells every page that the lists have changed. */
  tick(): void {
    this.write(`event: tick\ndata: ${JSON.stringify({ ...this.age(), revision: Date.now() })}\n\n`);
  }

  private write(event: string): void {
    if (!this.silent) for (const stream of this.streams) stream.write(event);
  }

  /** How many pages listen for ticks. */
  listening = (): number => this.streams.size;

  async stop(): Promise<void> {
    clearInterval(this.alive);
    for (const stream of this.streams) stream.end();
    await this.app.close();
  }

  private age = () => ({
    ...freshness(),
    stale: this.stale,
    ...(this.stale && { readAt: new Date(Date.now() - this.staleMs).toISOString() }),
  });

  private reads(): void {
    const { app } = this;
    // As the real one, it refuses a query that a route does not know.
    app.addHook('preHandler', async ({ method, routeOptions, query }, reply) => {
      const all: readonly Route[] = Object.values(routes);
      const route = all.find((one) => one.path === routeOptions.url && one.method === method);
      const error = route?.query?.safeParse(query).error;
      if (error) return problemOf(reply, problem(400, 'invalid', error.message));
    });
    app.get('/api/session', () => this.session);
    app.get('/api/given/:requestId', (_, reply) => {
      if (!this.given) reply.callNotFound();
      return this.given ?? reply;
    });
    app.get('/api/events', (_, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.raw.write(': open\n\n');
      this.streams.add(reply.raw);
      reply.raw.on('close', () => this.streams.delete(reply.raw));
    });
    app.get<{ Querystring: { to?: string; command?: string } }>('/api/login', ({ query }, reply) => {
      const { to: page = '/', command } = query;
      const to = command === undefined ? page : `${page}${page.includes('?') ? '&' : '?'}given=${command}`;
      if (!this.logsIn) reply.callNotFound();
      this.session = this.logsIn;
      this.onLogin();
      const back = new URLSearchParams({ to: `${this.url}${to}` }).toString();
      return this.logsIn
        ? reply.redirect(`${this.url.replace('127.0.0.1', 'localhost')}/provider?${back}`, 303)
        : reply;
    });
    // The provider is another site: a browser that goes there and comes back has lost who opened its window.
    app.get<{ Querystring: { to: string } }>('/provider', ({ query: { to } }, reply) =>
      reply
        .removeHeader('cross-origin-opener-policy')
        .header('refresh', `0; url=${to}`)
        .type('text/html')
        .send('<!doctype html><html lang="en"><title>Provider</title></html>'),
    );
    app.get<{ Querystring: { tab?: string; kind?: string; q?: string; page?: string } }>(
      '/api/cases',
      ({ query }) => {
        const from = (Number(query.page ?? 1) - 1) * 50;
        const all = this.rows.filter(
          (row) => (!query.kind || row.kind === query.kind) && row.reference.includes(query.q ?? ''),
        );
        const fits = all.filter((row) => row.ended === (query.tab === 'ended'));
        const open = all.filter((row) => !row.ended).length;
        const counts = {
          ...{ mine: 1, person: open, approvals: 1, open },
          ...{ ended: all.length - open, all: all.length },
        };
        const { unreadable } = this;
        return {
          rows: fits.slice(from, from + 50),
          unreadable,
          total: fits.length,
          counts,
          freshness: this.age(),
        };
      },
    );
    app.get<{ Querystring: { q: string } }>('/api/search', async ({ query: { q } }) => {
      await this.searching;
      const found = this.rows.filter((row) => JSON.stringify(row).toLowerCase().includes(q.toLowerCase()));
      return { cases: found.slice(0, 12), unreadable: [], total: found.length };
    });
    app.get<{ Params: { kind: string; reference: string } }>(
      '/api/cases/:kind/:reference',
      ({ params }, reply) => {
        const found = this.cases.get(`${params.kind}:${params.reference}`);
        if (!found) reply.callNotFound();
        return found ? { ...found, readAt: new Date().toISOString() } : reply;
      },
    );
    app.get('/api/cases/:kind/:reference/documents/:sha256', (_, reply) =>
      this.session?.mayUse.includes('document')
        ? showDocument(reply, this.document)
        : problemOf(reply, problem(403, 'not-allowed', 'This is for the role officer or supervisor.')),
    );
    app.get<{ Params: { kind: string } }>('/api/schemas/:kind', ({ params: { kind } }) =>
      z.toJSONSchema(kind === 'loan' ? loanInput : payoutInput, { io: 'input' }),
    );
    app.get<{ Querystring: { kind?: string } }>('/api/approvals', ({ query: { kind } }) => {
      const items = this.approvals.filter((item) => kind === undefined || item.kind === kind);
      const mine = items.filter(({ allowed }) => allowed);
      const forMeKobo = mine.reduce(
        (sum, { kind, amountKobo = 0 }) => sum + (kind === 'loan' ? 0 : amountKobo),
        0,
      );
      const counts = { total: items.length, forMe: mine.length, forMeKobo };
      return { items, unreadable: [], ...counts, freshness: this.age() };
    });
    for (const path of Object.keys(this.answers)) app.get(path, () => this.answers[path]?.());
  }

  private writes(): void {
    const { app } = this;
    app.post<{ Params: { kind: Kind; reference: string; command: string } }>(
      '/api/cases/:kind/:reference/commands/:command',
      async ({ params, headers, body, url }, reply) =>
        this.once(url, headers['idempotency-key'], body, reply, () => {
          this.onCommand(params.kind, params.reference, params.command);
          return receiptOf(params.command, this.cases.get(`${params.kind}:${params.reference}`)?.stage ?? '');
        }),
    );
    app.post('/api/commands', async ({ headers, body, url }, reply) =>
      this.once(url, headers['idempotency-key'], body, reply, () => {
        const { cases, command } = body as { cases: { kind: Kind; reference: string }[]; command: string };
        return {
          results: cases.map((one, place) =>
            place === 0
              ? { ...one, receipt: receiptOf(command, 'OFFER') }
              : { ...one, refusal: 'the case is in another stage by now' },
          ),
        };
      }),
    );
    app.post('/api/cases/:kind/:reference/documents', async (request, reply) => {
      const part = await request.file();
      const bytes = (await part?.toBuffer()) ?? Buffer.alloc(0);
      return this.once(request.url, request.headers['idempotency-key'], part?.filename, reply, () => ({
        sha256: createHash('sha256').update(bytes).digest('hex'),
        name: part?.filename ?? '',
        contentType: 'application/pdf',
        sizeBytes: bytes.length,
        uploadedAt: new Date().toISOString(),
      }));
    });
    app.post<{ Body: { csv: string } }>('/api/batches/check', ({ body }) => checkCsv(body.csv));
    for (const [path, kind] of [
      ['/api/batches', 'batch'],
      ['/api/loans', 'loan'],
      ['/api/payouts', 'payout'],
      ['/api/reconciliations', 'reconciliation'],
    ] as const)
      app.post<{ Body: { reference?: string } }>(path, async ({ headers, body, url }, reply) =>
        this.once(url, headers['idempotency-key'], body, reply, () => ({
          kind,
          reference: body.reference ?? 'RC-2026-11-21',
          outcome: 'started',
          wasOpen: false,
        })),
      );
    app.post('/api/name-enquiries', async ({ body, url }, reply) =>
      this.once(url, undefined, body, reply, () => ({ accountName: 'CHIDI OKAFOR', verdict: 'close' })),
    );
    app.post('/api/payouts/alike', () => ({ alike: [] }));
    for (const path of ['/api/endpoints', '/api/endpoints/:endpoint'])
      app.post(path, async ({ body, url }, reply) =>
        this.once(url, undefined, body, reply, () => ({ secret: 'whsec_of-the-fixture' })),
      );
    app.post('/api/sessions/end', async ({ headers, body, url }, reply) =>
      this.once(url, headers['idempotency-key'], body, reply, () => ({ ended: 2 })),
    );
    app.post<{ Body: { number: 'bvn' | 'nin' } }>(
      '/api/cases/:kind/:reference/identity-number',
      async ({ body, url }, reply) =>
        this.once(url, undefined, body, reply, () => ({ value: IDENTITY_NUMBERS[body.number] })),
    );
    app.post('/api/session/end', () => {
      this.session = undefined;
      return { next: '/' };
    });
  }

  /** Takes a request once by its key, as the real desk does; a repeat gets the first answer. */
  private async once(
    path: string,
    key: unknown,
    body: unknown,
    reply: Parameters<typeof problemOf>[0],
    act: () => object,
  ): Promise<unknown> {
    const name = typeof key === 'string' ? key : undefined;
    this.sent.push({ path, key: name, body });
    const known = name === undefined ? undefined : this.taken.get(name);
    if (known) return { ...known, repeated: true };
    const refusal = this.refusals.shift();
    if (refusal) return problemOf(reply, refusal);
    const answer = act();
    if (name !== undefined) this.taken.set(name, answer);
    return answer;
  }
}
