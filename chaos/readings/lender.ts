import type { ActivityDependencies } from '../../src/activities';
import { createBankClient, type BankClient } from '../../src/bank/client';
import { inKobo } from '../../src/bank/units';
import { readConfig } from '../../src/config/read-config';
import { readBankWords } from '../../src/input/bank-words-setting';
import type { RateLimiter } from 'fixed-window-limiter';
import type { Sandbox } from '../../sandbox/app';

/** The account that payouts are sent from, and the account that is flushed. */
export const PAYING_ACCOUNT = '9000000001';
export const FLUSHED_ACCOUNT = '9000000002';

/** Variables by which a lender tells how the bank reads its interface, as in `.env.example`. */
export type LenderSettings = Readonly<Record<string, string>>;

/** What belongs to one lender. */
export type Lender = Pick<ActivityDependencies, 'accounts' | 'feeWords' | 'bankWords'> & {
  readonly bank: BankClient;
};

/** A lender at this bank, set up as `src/worker.ts` does it. */
export async function lenderAt(
  sandbox: Sandbox,
  limiter: RateLimiter,
  settings: LenderSettings = {},
): Promise<Lender> {
  const { bank, schedules, worker } = readConfig(['bank', 'schedules', 'worker'], {
    SERVICE_BASE_URL: await sandbox.listen({ port: 0 }),
    SERVICE_KEY: sandbox.settings.serviceKey,
    SERVICE_API_KEY: sandbox.settings.apiKey,
    SERVICE_TIMEOUT_MS: '5000',
    PAYING_ACCOUNTS: PAYING_ACCOUNT,
    ...settings,
  });
  return {
    bank: inKobo(createBankClient({ ...bank, limiter }), bank.units),
    accounts: schedules.accounts,
    feeWords: schedules.feeWords,
    bankWords: readBankWords(worker.bankWords),
  };
}
