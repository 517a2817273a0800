import { type Counter, MERCHANT } from './counter';

/** The lender's own account in a sandbox, and the payouts made from it. */
export class Merchant {
  constructor(private readonly counter: Counter) {}

  order(changes: Record<string, unknown> = {}, account_number = '0123456789') {
    return {
      amount: 1_000_000,
      source: { account_number: MERCHANT },
      beneficiary: { bank_code: '901', bank_name: 'Almond Bank', account_number, account_name: 'ADA OBI' },
      reference: 'PO-1',
      remark: 'PO-1 rent',
      ...changes,
    };
  }

  pay = (changes?: Record<string, unknown>, account?: string) =>
    this.counter.post('/v1/payouts', this.order(changes, account));

  status = async (reference = 'PO-1') =>
    (await this.counter.get(`/v1/payouts/status/${reference}`)).body.data;

  balance = async (account = MERCHANT) =>
    (await this.counter.get(`/v1/accounts/${account}`)).body.data.account.balance;
}
