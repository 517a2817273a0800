import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadingName } from '../readings/dimensions';
import type { RunningSandbox } from '../running-sandbox';
import { SECOND } from '../time/clock';
import { failure } from './envelope';
import type { WindowSnapshot } from './fixed-window';
import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../src/bank/contract/refusals';
import { refuse } from '../readings/refusals';
import type { Settings } from '../settings';

/** Counts a call in its window, sends the window's headers, and refuses the call if there is no room. */
export async function countInWindow(
  running: RunningSandbox,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!running.window.isOn) return;
  const snapshot = running.window.count(windowKeyOf(request, running), operationOf(request));
  const shown = headers[running.readings.of('rateLimitHeaders')](snapshot, running.realNow());
  if (!isDeepStrictEqual(shown, rateHeaders(snapshot))) running.readings.meet('rateLimitHeaders');
  reply.headers(shown);
  if (snapshot.isExceeded) await reply.code(429).send(failure('too many requests'));
}

/** A gateway before the bank that knows only addresses: calls it refuses count in no window of the bank. */
export async function passGateway(
  running: RunningSandbox,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (running.readings.of('burstLimit') === 'none') return;
  const { isExceeded, resetSeconds } = running.gateway.count(request.ip, operationOf(request));
  if (!isExceeded) return;
  running.readings.meet('burstLimit');
  await reply
    .code(429)
    .header('Retry-After', String(resetSeconds))
    .type('text/plain')
    .send('Too Many Requests');
}

/** The name of the operation that a call asks for; `unknown` if its address has no operation. */
export const operationOf = (request: FastifyRequest): string =>
  request.routeOptions.config.operation ?? 'unknown';

type Headers = (snapshot: WindowSnapshot, realNow: number) => Record<string, string>;

/** Interface: "Limits". Retry-After comes with a refusal only. */
export const rateHeaders = (snapshot: WindowSnapshot): Record<string, string> => ({
  ...policyOf(snapshot),
  'RateLimit-Limit': String(snapshot.limit),
  'RateLimit-Remaining': String(snapshot.remaining),
  'RateLimit-Reset': String(snapshot.resetSeconds),
  ...retryAfter(snapshot, String(snapshot.resetSeconds)),
});

const headers: Record<ReadingName<'rateLimitHeaders'>, Headers> = {
  separate: rateHeaders,
  combined: (snapshot) => ({
    ...policyOf(snapshot),
    RateLimit: `limit=${snapshot.limit}, remaining=${snapshot.remaining}, reset=${snapshot.resetSeconds}`,
    ...retryAfter(snapshot, String(snapshot.resetSeconds)),
  }),
  none: () => ({}),
  'retry-date': (snapshot, realNow) => ({
    ...rateHeaders(snapshot),
    ...retryAfter(snapshot, new Date(realNow + snapshot.resetSeconds * SECOND).toUTCString()),
  }),
  'per-address': rateHeaders,
};

const policyOf = ({ limit, windowSeconds }: WindowSnapshot) => ({
  'RateLimit-Policy': `${limit};w=${windowSeconds}`,
});

const retryAfter = ({ isExceeded }: WindowSnapshot, value: string): Record<string, string> =>
  isExceeded ? { 'Retry-After': value } : {};

const invalidKey: Refusal = { status: 401, message: 'invalid API key' };
const keyWithoutPermission: Refusal = { status: 403, message: 'the key lacks permission for this request' };

/** Interface: "Authentication". Both headers are required; which one the bank enforces is not documented. */
export function checkKeys(headers: IncomingHttpHeaders, settings: Settings): void {
  if (headers.apikey !== settings.apiKey) refuse(invalidKey);
  if (headers['x-service-key'] === settings.forbiddenKey) refuse(keyWithoutPermission);
  if (headers['x-service-key'] !== settings.serviceKey) refuse(invalidKey);
}

interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** The key of a call's window: a known API key, one for all unknown keys, or the caller's address. */
function windowKeyOf({ headers, ip }: Caller, { settings, readings }: RunningSandbox): string {
  if (readings.takes('rateLimitHeaders', 'per-address')) return ip;
  const key = headers['x-service-key'];
  return key === settings.serviceKey || key === settings.forbiddenKey ? key : 'unknown';
}

/** The window of the default key when it calls from an address. */
export const usualWindowOf = (ip: string, running: RunningSandbox): WindowSnapshot =>
  running.window.snapshot(
    windowKeyOf({ headers: { 'x-service-key': running.settings.serviceKey }, ip }, running),
  );
