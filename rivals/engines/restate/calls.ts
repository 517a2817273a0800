import * as restate from '@restatedev/restate-sdk';
import { Bank, Limited, Refused } from '../common/bank';
import { realMs, RETRIES } from '../common/cadence';
import { settings } from '../common/program';
import type { Payout } from '../common/settings';

export const bank = new Bank(settings);

/** One call whose result is kept, and which Restate tries again; a refusal is final. */
export const asRun = <R>(ctx: restate.Context, name: string, call: () => Promise<R>): Promise<R> =>
  ctx.run(name, () => explained(call), {
    maxRetryAttempts: RETRIES.attempts,
    initialRetryInterval: realMs(settings, RETRIES.firstMs / 1_000),
    retryIntervalFactor: RETRIES.factor,
    maxRetryInterval: realMs(settings, RETRIES.longestMs / 1_000),
  });

async function explained<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refused) throw new restate.TerminalError(error.message);
    if (error instanceof Limited)
      throw restate.RetryableError.from(error, { retryAfter: error.retryAfterMs });
    throw error;
  }
}

export type Send = (ctx: restate.Context, payout: Payout, accountName: string) => Promise<void>;
