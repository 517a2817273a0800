import type { LimitsInput } from './input';

/** The new limits of an account, in whole naira. */
type WantedLimits = Pick<LimitsInput, 'reference' | 'accountNumber' | 'perTransactionNaira' | 'dailyNaira'>;

/** The content whose digest people approve. */
export const limitsContent = (wanted: WantedLimits): readonly unknown[] => {
  const { reference, accountNumber, perTransactionNaira, dailyNaira } = wanted;
  return [reference, accountNumber, perTransactionNaira, dailyNaira];
};

/** The body of the bank's operation for limits. */
export const limitsOrder = ({ accountNumber, perTransactionNaira, dailyNaira }: WantedLimits) => ({
  account_number: accountNumber,
  ...(perTransactionNaira !== undefined && { per_transaction_limit: perTransactionNaira }),
  ...(dailyNaira !== undefined && { daily_transfer_limit: dailyNaira }),
});
