import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Freshness } from '../../src/desk/contract/fields';
import { createApp } from '../../src/desk/http/app';
import type { Handlers } from '../../src/desk/http/run-route';
import { SESSION_COOKIE, sessionCookie, Visitors } from '../../src/desk/http/visitors';
import { readRoleMapping } from '../../src/desk/login/roles';
import { Sessions } from '../../src/desk/login/sessions';
import type { RouteContext } from '../../src/desk/route-context';
import { eventHandlers } from '../../src/desk/routes/events';
import { sessionHandlers } from '../../src/desk/routes/people';
import { REAL_TIME } from '../../src/domain/time/clock';
import { freePort } from '../../src/temporal/ports';
import { newSeal } from '../support/desk/seal';
import { testRecords, type TestRecords } from '../support/records/database';
import { SharedPostgres } from '../support/records/server';
import { browserTest, hasBrowser, TestBrowser } from '../support/web/browser';

const IDLE_MS = 8_000;
const ENDED = 'Your session has ended';

const browser = new TestBrowser();
const postgres = new SharedPostgres();
let records: TestRecords | undefined;
beforeAll(async () => {
  await browser.start();
  process.env.TEST_RECORDS_SOCKET = postgres.socket;
  if (hasBrowser) records = await testRecords();
});
afterAll(async () => {
  await browser.stop();
  await records?.close();
  await postgres.stop();
});

/** The real sessions and streams of a desk, with an empty queue that changes all the time. */
async function tickingDesk() {
  const { pool } = records!;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sessions = new Sessions(pool, newSeal(), undefined, IDLE_MS);
  const listeners = new Set<(tick: Freshness) => void>();
  const events = {
    listening: 0,
    freshness: () => Promise.resolve({ stale: false, revision: Date.now() }),
    listen: (listener: (tick: Freshness) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const tokens: string[] = [];
  const person = { subject: 'officer-1', name: 'Ola', roles: ['officer'] as const, loggedInAt: new Date() };
  const counts = { mine: 0, person: 0, approvals: 0, open: 0, ended: 0 };
  const parts = { sessions, events, demonstration: false, clock: REAL_TIME } as unknown as RouteContext;
  const cases = async () => ({
    rows: [],
    unreadable: [],
    total: 0,
    counts,
    freshness: await events.freshness(),
  });
  const app = await createApp({
    visitors: new Visitors(sessions, undefined as never, readRoleMapping(), url),
    requests: undefined as never,
    handlers: { ...sessionHandlers(parts), ...eventHandlers(parts), cases } as unknown as Handlers,
    login: (server) =>
      void server.get('/api/login', async (_, reply) => {
        tokens.push(await sessions.begin(person));
        return reply.setCookie(SESSION_COOKIE, tokens.at(-1) ?? '', sessionCookie).redirect('/', 303);
      }),
    pages: join(__dirname, '../../web/dist'),
    url,
    record: () => undefined,
    report: (error) => {
      throw error;
    },
  });
  await app.listen({ port, host: 'localhost' });
  expect((app.server.address() as AddressInfo).port).toBe(port);
  const ticking = setInterval(() => {
    for (const listener of listeners) listener({ stale: false, revision: Date.now() });
  }, 700);
  return {
    ...{ url, sessions, tokens },
    async stop() {
      clearInterval(ticking);
      await app.close();
    },
  };
}

browserTest(
  'a page that is open and ticks, but that nobody touches, is logged out after the idle time; while somebody works, it is not',
  async () => {
    const desk = await tickingDesk();
    const { url, sessions, tokens } = desk;
    const { page } = await browser.open({ url });
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    const [token = ''] = tokens;
    const reads: string[] = [];
    page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    const worksUntil = performance.now() + 2 * IDLE_MS;
    while (performance.now() < worksUntil) {
      await page.keyboard.press('Shift');
      await sleep(500);
    }
    expect(await sessions.look(token)).toMatchObject({ subject: 'officer-1' });
    expect(await page.getByText(ENDED).count()).toBe(0);
    reads.length = 0;
    await page
      .getByText(ENDED)
      .first()
      .waitFor({ timeout: 5 * IDLE_MS });
    expect(reads).toContain('/api/cases');
    expect(await sessions.look(token)).toBeUndefined();
    await desk.stop();
  },
);
