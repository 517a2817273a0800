import { ApplicationFailure } from '@temporalio/activity';
import { Bank, Limited, Refused } from '../common/bank';
import { settings } from '../common/program';
import type { Payout } from '../common/settings';

export interface Activities {
  resolve(payout: Payout): Promise<string>;
  send(payout: Payout, accountName: string): Promise<void>;
  read(reference: string): Promise<string | undefined>;
}

export const bank = new Bank(settings);

/** A refusal is final; the bank says itself when it may be asked again; the rest is the retry policy's. */
export async function retried<R>(call: Promise<R>): Promise<R> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refused) throw ApplicationFailure.nonRetryable(error.message, 'Refused');
    if (error instanceof Limited)
      throw ApplicationFailure.create({ message: error.message, nextRetryDelay: error.retryAfterMs });
    throw error;
  }
}

export const reads = {
  resolve: (payout: Payout) => retried(bank.resolve(payout)),
  read: (reference: string) => retried(bank.end(reference)),
};
