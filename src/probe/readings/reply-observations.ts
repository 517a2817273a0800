import type { ReadingName } from '../../bank/contract/readings';
import { isRecord } from '../replies/value';
import type { Exchanges } from './exchanges';

/** The body of a refusal, by what an unknown payout is answered with. */
export function observedBody(seen: Exchanges): ReadingName<'errorBody'> | undefined {
  const answer = seen.to('unknown payout');
  if (!answer || answer.status < 400) return undefined;
  const { body } = answer;
  if (!isRecord(body)) return 'plain-text';
  if (JSON.stringify(body).includes('probe-')) return 'echoing';
  if ('message' in body) return 'documented';
  if ('error' in body) return 'nested';
  return 'errors' in body ? 'errors-only' : undefined;
}

/** Whether the limit is told, and how. */
export function observedHeaders(seen: Exchanges): ReadingName<'rateLimitHeaders'> | undefined {
  const named = (name: string) => seen.answers.some(({ headers }) => headers[name] !== undefined);
  if (seen.answers.length === 0) return undefined;
  if (named('ratelimit')) return 'combined';
  return named('ratelimit-remaining') ? 'separate' : 'none';
}

export function observedInstants(seen: Exchanges): ReadingName<'instants'> | undefined {
  const [instant] = seen.values('getCustomer', 'data.created_at');
  return typeof instant === 'string' ? formOf(instant) : undefined;
}

/** How an instant or a date is written. */
export function formOf(instant: string): ReadingName<'instants'> {
  if (!/T/i.test(instant)) return 'date-only';
  if (/z$/i.test(instant)) return 'utc';
  return /[+-]\d\d:?\d\d$/.test(instant) ? 'offset' : 'no-zone';
}
