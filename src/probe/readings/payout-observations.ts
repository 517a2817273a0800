import type { ReadingName } from '../../bank/contract/readings';
import { isRecord } from '../replies/value';
import type { Exchanges } from './exchanges';

export function observedBeneficiary(seen: Exchanges): ReadingName<'beneficiaryShown'> | undefined {
  const sent = (seen.last('createPayout')?.input as { beneficiary?: Record<string, unknown> } | undefined)
    ?.beneficiary;
  const status = seen.last('getPayoutStatus');
  if (!sent || !status) return undefined;
  if (status.at('data.beneficiary.bankCode') !== sent['bank_code']) return 'other-bank-code';
  return status.at('data.beneficiary.accountName') === sent['account_name'] ? 'as-sent' : 'as-registered';
}

/** The settings that bring amounts into kobo, by a payout of a known amount and the balance after it. */
export interface SeenUnits {
  readonly transactions?: 'kobo' | 'naira' | undefined;
  readonly balances?: 'kobo' | 'naira' | undefined;
}

export function seenUnits(seen: Exchanges): SeenUnits {
  const sentKobo = (seen.last('createPayout')?.input as { amount?: number } | undefined)?.amount;
  const listed = seen.last('listTransactions')?.at('data.transactions');
  const rows = (Array.isArray(listed) ? listed : []).filter(isRecord);
  const has = (amount: number) => rows.some((row) => row['amount'] === amount);
  if (sentKobo === undefined) return {};
  const transactions = has(sentKobo) ? 'kobo' : has(sentKobo / 100) ? 'naira' : undefined;
  const shown = seen.last('getAccount')?.at('data.account.balance');
  const left = rows[0]?.['balance'];
  if (!transactions || typeof shown !== 'number' || typeof left !== 'number' || left === 0)
    return { transactions };
  const leftKobo = transactions === 'kobo' ? left : left * 100;
  const balances = shown === leftKobo ? 'kobo' : shown * 100 === leftKobo ? 'naira' : undefined;
  return { transactions, balances };
}

export function observedUnits(seen: Exchanges): ReadingName<'units'> | undefined {
  const { transactions, balances } = seenUnits(seen);
  if (transactions === 'naira' || balances === 'naira') return 'swapped';
  return transactions && 'documented';
}
