import type { PayoutPolicy } from '../domain/payout/policy';
import type { PayingAccount, PayingTerms } from '../domain/payout/terms';

export type PayingTermsReports = ReturnType<typeof createPayingTerms>;

export const createPayingTerms = (
  accounts: readonly PayingAccount[],
  { approvals }: Pick<PayoutPolicy, 'approvals'>,
) => ({
  /** The accounts of this worker's settings, and the approvals of its policy. Calls nothing. */
  reportPayingTerms: (): Promise<PayingTerms> => Promise.resolve({ accounts, approvals }),
});
