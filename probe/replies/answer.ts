import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationName } from '../../src/bank/contract';
import type { Connection } from '../../src/bank/client';
import { RateLimitedError } from '../../src/bank/errors';
import { parseJson, readFailure, type FailureBody } from '../../src/bank/failure-body';

/** A raw reply; `body` is `undefined` unless it is JSON, and `failure` is the body read as a refusal. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly failure: FailureBody;
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Receives the progress, a sentence at a time. */
export type Log = (sentence: string) => void;

/** Sends a request when the rate limit permits, and repeats it after a refusal by the rate limit. */
export async function answerTo(
  connection: Connection,
  name: OperationName,
  input: object,
  log: Log,
): Promise<Answer> {
  for (;;) {
    try {
      const { status, headers, body = '' } = await connection.ask(name, input);
      if (status !== 429) return { status, headers, body: parseJson(body), failure: readFailure(body) };
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      if (error.retryAfterMs > 1000) log(`rate limit: waiting ${Math.ceil(error.retryAfterMs / 1000)} s`);
      await sleep(error.retryAfterMs);
    }
  }
}
