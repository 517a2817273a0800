import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../bank/contract/refusals';
import { refuse } from '../readings/refusals';
import type { RunningSandbox } from '../running-sandbox';
import type { Settings } from '../settings';
import type { WindowSnapshot } from './fixed-window';

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

/** Whose window a call counts in: a known key's own, while all unknown ones share one; or that of the caller's address. */
export function windowKeyOf({ headers, ip }: Caller, { settings, readings }: RunningSandbox): string {
  if (readings.takes('rateLimitHeaders', 'per-address')) return ip;
  const key = headers['x-service-key'];
  return key === settings.serviceKey || key === settings.forbiddenKey ? key : 'unknown';
}

/** The window of the usual key when it calls from an address. */
export const usualWindowOf = (ip: string, running: RunningSandbox): WindowSnapshot =>
  running.window.snapshot(
    windowKeyOf({ headers: { 'x-service-key': running.settings.serviceKey }, ip }, running),
  );
