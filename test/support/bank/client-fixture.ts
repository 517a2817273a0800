import { createBankClient, type BankClient, type BankClientSettings } from '../../../src/bank/client';
import { RateLimiter } from 'fixed-window-limiter';
import { serve, type HandMadeServer } from './hand-made-server';

/** Opens clients and servers, and closes them all after each test. */
export function fixture() {
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  });
  const closeLater = <T extends { close(): Promise<unknown> }>(each: T): T => {
    opened.push(each);
    return each;
  };
  const clientOf = (baseUrl: string, settings: Partial<BankClientSettings> = {}): BankClient =>
    closeLater(createBankClient({ baseUrl, key: 'key-1', apiKey: 'key-2', timeoutMs: 5_000, ...settings }));
  return {
    opening: async (server: Promise<HandMadeServer>) => closeLater(await server),
    clientOf,
    /** A client of a server that answers like this. */
    against: async (answer: Parameters<typeof serve>[0], settings: Partial<BankClientSettings> = {}) => {
      const server = closeLater(await serve(answer));
      return { server, client: clientOf(server.url, settings) };
    },
  };
}

/** What a call ended in. */
export const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => error,
  );

/** A limiter that never stands in the way. */
export const unlimited = () => new RateLimiter({ policy: { limit: 1e6, windowMs: 900_000 } });

export const payout = {
  amount: 250_000,
  source: { account_number: '0123456789' },
  beneficiary: {
    bank_code: '058',
    bank_name: 'First Test Bank',
    account_number: '9876543210',
    account_name: 'Adaeze Okafor',
  },
  reference: 'P-1',
  remark: 'invoice 7',
};

export const kycStatus = {
  status: 'success',
  message: 'KYC status fetched',
  data: { customer_id: 'c-1', kyc_status: 'PENDING' },
};
