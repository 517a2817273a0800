import { DBOS } from '@dbos-inc/dbos-sdk';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bank, Limited, Refused } from '../common/bank';
import { RETRIES } from '../common/cadence';
import { settings } from '../common/program';
import type { Payout } from '../common/settings';

export const bank = new Bank(settings);

/** What a payout asks of the bank. */
export type Call = 'resolve' | 'send' | 'read';
/** `undefined` is not kept by every serializer. */
export type Answer = string | null;

/** One call as a step that DBOS tries again; a refusal is final. */
export const asStep = <R>(name: Call, call: () => Promise<R>): Promise<R> =>
  DBOS.runStep(() => whenLimited(call), {
    ...{ name, retriesAllowed: true, maxAttempts: RETRIES.attempts, backoffRate: RETRIES.factor },
    intervalSeconds: RETRIES.firstMs / 1_000 / settings.rate,
    shouldRetry: (error) => !(error instanceof Refused),
  });

/** DBOS has no delay by the error, so the step waits before it fails. */
async function whenLimited<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Limited) await sleep(error.retryAfterMs);
    throw error;
  }
}

export const reads = {
  resolve: (payout: Payout): Promise<Answer> => asStep('resolve', () => bank.resolve(payout)),
  read: ({ reference }: Payout): Promise<Answer> =>
    asStep('read', async () => (await bank.end(reference)) ?? null),
};

export type Calls = Readonly<Record<Call, (payout: Payout, accountName: string) => Promise<Answer>>>;
