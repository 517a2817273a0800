import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Route } from '../contract/route';
import { routes } from '../contract/routes';
import { problemIn } from './problems';
import type { Visitors } from './visitors';

/** One line of the log for the desk's operators: person, deed and outcome; no values, no tokens. */
export interface SecurityLine {
  readonly event: 'login' | 'login refused' | 'logout' | 'refused' | 'read' | 'sessions ended';
  /** The subject; missing if unknown. */
  readonly person?: string | undefined;
  readonly address: string;
  /** Method and route pattern, without the values in the address. */
  readonly what: string;
  /** The case, as in `loan:LN-1`. */
  readonly case?: string | undefined;
  /** SHA-256 of the document, if it is one. */
  readonly document?: string | undefined;
  readonly status: number;
  /** The reason for a refusal, for the operator. */
  readonly why?: string | undefined;
}

/** The routes that reply with personal data, as the log names them. */
const PERSONAL = new Set(
  Object.values<Route>(routes)
    .filter(({ personal }) => personal)
    .map(({ method, path }) => `${method} ${path}`),
);

/** Repeated reads or refusals of the same person are logged once in this time. */
const ONCE_IN_MS = 15 * 60_000;

/** Logs every login, logout, refusal and read of personal data, with one hook for all routes. */
export function addSecurityLog(
  app: FastifyInstance,
  visitors: Visitors,
  write: (line: SecurityLine) => void,
): void {
  const errors = new WeakMap<FastifyRequest, unknown>();
  const written = new LRUCache<string, true>({ max: 10_000, ttl: ONCE_IN_MS });
  const isRepeat = (key: string) => {
    if (written.has(key)) return true;
    written.set(key, true);
    return false;
  };
  app.addHook('onError', async (request, _reply, error) => void errors.set(request, error));
  app.addHook('onResponse', async (request, { statusCode: status }) => {
    const what = `${request.method} ${request.routeOptions.url ?? 'an unknown address'}`;
    const event = eventOf(what, status);
    if (!event) return;
    const error = errors.get(request);
    const problem = error === undefined ? undefined : problemIn(error);
    const why = problem?.about.why ?? problem?.problem;
    const { kind, reference, sha256: document } = Object(request.params) as Readonly<Record<string, string>>;
    const of =
      reference === undefined || status === 404 ? undefined : [kind, reference].filter(Boolean).join(':');
    const person = visitors.known(request)?.subject;
    const key = JSON.stringify([event, person ?? request.ip, what, of, document, status, why]);
    if ((event === 'read' || event === 'refused') && isRepeat(key)) return;
    write({ event, person, address: request.ip, what, case: of, document, status, why });
  });
}

function eventOf(what: string, status: number): SecurityLine['event'] | undefined {
  if (what === 'GET /api/login/return') return status < 400 ? 'login' : 'login refused';
  if (what === 'GET /api/login' && status >= 400) return 'login refused';
  if ([401, 403, 429].includes(status)) return 'refused';
  if (status >= 400) return undefined;
  if (what === 'POST /api/session/end') return 'logout';
  if (what === 'POST /api/sessions/end') return 'sessions ended';
  return PERSONAL.has(what) ? 'read' : undefined;
}
