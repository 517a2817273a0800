import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../bank/contract/refusals';
import { refuse } from '../refused';
import type { Settings } from '../settings';

const invalidKey: Refusal = { status: 401, message: 'invalid API key' };
const keyWithoutPermission: Refusal = { status: 403, message: 'the key lacks permission for this request' };

/** Interface: "Authentication". Both headers are required; which one the bank enforces is not documented. */
export function checkKeys(headers: IncomingHttpHeaders, settings: Settings): void {
  if (headers.apikey !== settings.apiKey) refuse(invalidKey);
  if (headers['x-service-key'] === settings.forbiddenKey) refuse(keyWithoutPermission);
  if (headers['x-service-key'] !== settings.serviceKey) refuse(invalidKey);
}

/** Whose window a call counts in: a known key's own; all unknown ones share one. */
export function windowKeyOf(headers: IncomingHttpHeaders, settings: Settings): string {
  const key = headers['x-service-key'];
  return key === settings.serviceKey || key === settings.forbiddenKey ? key : 'unknown';
}
