import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/app';
import { createBankClient, type BankClient } from '../../src/bank/client';
import { RateLimitedError } from '../../src/bank/errors';
import { numberIn, orderOf, type PayOut } from '../payouts';
import { NoOpLimiter } from './no-op-limiter';
import { Limiter, type Rule } from './limiter';
import { evenPacing, rollingWindow, tokenBucket, unlimited, type Limit } from './rules';

/** What a user would otherwise write: a rule for calls, and how often a payout is asked about. */
interface Baseline {
  readonly rule: (limit: Limit) => Rule;
  /** Business seconds until the next look, after so many of waiting. */
  readonly nextLookSeconds: (waitedSeconds: number) => number;
}

/** The payouts settle after 20 s in the median: to ask first then, and ever more slowly, is kind to these baselines. */
const patiently = (waitedSeconds: number) => Math.max(20, waitedSeconds / 2);

/** All of them take the beneficiary as known and its name as checked, wait for `Retry-After`, and die with their process. */
export const baselines = {
  'every 10 s, no limiter': { rule: unlimited, nextLookSeconds: () => 10 },
  'token bucket': { rule: tokenBucket, nextLookSeconds: patiently },
  'even pacing': { rule: evenPacing, nextLookSeconds: patiently },
  'rolling window': { rule: rollingWindow, nextLookSeconds: patiently },
} as const satisfies Record<string, Baseline>;

export type BaselineName = keyof typeof baselines;

/** A baseline at work on a sandbox of its own. */
export function compete(name: BaselineName, sandbox: Sandbox, baseUrl: string) {
  const { limit: calls, windowSeconds, rate, serviceKey: key, apiKey } = sandbox.settings;
  const { rule, nextLookSeconds } = baselines[name];
  const limiter = new Limiter(rule({ calls, windowMs: windowSeconds * 1_000 }));
  const bank = createBankClient({ baseUrl, key, apiKey, timeoutMs: 10_000, limiter: new NoOpLimiter() });
  const payOut: PayOut = async (reference) => {
    await taken(limiter, () => bank.createPayout(requestOf(reference)));
    for (let waited = 0, status = ''; status !== 'SUCCESS';) {
      const seconds = nextLookSeconds(waited);
      waited += seconds;
      await sleep((seconds * 1_000) / rate);
      const shown = await taken(limiter, () => bank.getPayoutStatus({ reference }));
      status = shown?.status ?? '';
    }
  };
  return { payOut, close: () => bank.close() };
}

/** Calls when the limiter says so, and again after a refusal by the rate limit. */
async function taken<R>(limiter: Limiter, call: () => Promise<R>): Promise<R> {
  for (;;) {
    await limiter.take();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      await sleep(error.retryAfterMs);
    }
  }
}

function requestOf(reference: string): Parameters<BankClient['createPayout']>[0] {
  const { amountKobo, source, beneficiary, remark } = orderOf(numberIn(reference));
  return {
    reference,
    amount: amountKobo,
    source: { account_number: source.accountNumber },
    beneficiary: {
      bank_code: beneficiary.bankCode,
      bank_name: beneficiary.bankName,
      account_number: beneficiary.accountNumber,
      account_name: beneficiary.accountName,
    },
    remark,
  };
}
