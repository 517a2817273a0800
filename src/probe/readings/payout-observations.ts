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
  readonly transactions?: Unit | undefined;
  readonly balances?: Unit | undefined;
}

type Unit = 'kobo' | 'naira';

export function seenUnits(seen: Exchanges): SeenUnits {
  const sentKobo = (seen.last('createPayout')?.input as { amount?: number } | undefined)?.amount;
  if (sentKobo === undefined) return {};
  const listed = seen.last('listTransactions')?.at('data.transactions');
  const rows = (Array.isArray(listed) ? listed : []).filter(isRecord);
  const has = (amount: number) => rows.some((row) => row['amount'] === amount);
  const transactions = has(sentKobo) ? 'kobo' : has(sentKobo / 100) ? 'naira' : undefined;
  return { transactions, balances: transactions && unitOfBalances(seen, rows, transactions) };
}

/** The unit in which the balance equals what a listed movement left; unknown where nothing is left. */
function unitOfBalances(seen: Exchanges, rows: readonly Record<string, unknown>[], transactions: Unit) {
  const shown = seen.last('getAccount')?.at('data.account.balance');
  if (typeof shown !== 'number' || shown === 0) return undefined;
  const leftKobo = rows.map(({ balance }) => Number(balance) * (transactions === 'kobo' ? 1 : 100));
  if (leftKobo.includes(shown)) return 'kobo';
  return leftKobo.includes(shown * 100) ? 'naira' : undefined;
}

export function observedUnits(seen: Exchanges): ReadingName<'units'> | undefined {
  const { transactions, balances } = seenUnits(seen);
  if (transactions === 'naira' || balances === 'naira') return 'swapped';
  return transactions && 'documented';
}
