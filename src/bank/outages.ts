import { once } from 'node:events';
import { connect } from 'node:net';
import { readRateLimitHeaders, type CallOutcome, type Outage, type Refused } from 'fixed-window-limiter';
import type { OperationName } from './contract';
import { BankUnavailableError, NotAuthorisedError, RateLimitedError, type BankError } from './errors';
import type { NoReplyError, Reply } from './exchange';

/** The outcome of a reply for the rate limiter. */
export const outcomeOfReply = ({ status, headers }: Reply): CallOutcome => ({
  came: 'reply',
  refused: status === 429,
  notice: readRateLimitHeaders(headers),
  outage: outageIn(status),
});

/** A 403, which refuses one operation, shows that the bank works, and so does every other refusal but 401. */
function outageIn(status: number): Outage | undefined {
  if (status === 401) return 'key refused';
  return status >= 500 || status === 408 ? 'no answer' : undefined;
}

export const outcomeOfFailure = ({ written, isOutage }: NoReplyError): CallOutcome => ({
  came: written ? 'no reply' : 'nothing sent',
  outage: isOutage ? 'no answer' : undefined,
});

/** The error for a call that was not admitted: no room in the window, or an outage. Nothing was sent. */
export function notAdmitted(name: OperationName, { waitMs, outage }: Refused): BankError {
  if (outage === undefined) return new RateLimitedError(name, waitMs, 'rate limiter');
  const error =
    outage === 'key refused'
      ? new NotAuthorisedError(name, 401)
      : new BankUnavailableError(name, 'nothing was sent (the bank does not answer)');
  error.nextAttemptInMs = waitMs;
  return error;
}

/** The log message for the beginning of an outage or, given `lastedMs`, its end. */
export function outageSentence(outage: Outage, lastedMs?: number): string {
  if (lastedMs !== undefined) return `The bank answers again after ${Math.ceil(lastedMs / 1_000)} s`;
  return outage === 'key refused'
    ? 'The bank does not accept our keys: check SERVICE_KEY and SERVICE_API_KEY, or their files. One call at a time tries them'
    : 'The bank does not answer: one call at a time tries it until it does';
}

const PATIENCE_MS = 3_000;

/** Whether the bank's address accepts connections. It sends no request, because calls are scarce. */
export async function isReachable(baseUrl: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const socket = connect(
    Number(port) || (protocol === 'https:' ? 443 : 80),
    hostname.replace(/^\[|\]$/g, ''),
  );
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
