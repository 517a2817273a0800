import type { BankClient } from '../../bank/client';
import { PAGE_SIZE } from '../../bank/contract/codes';
import type { Source } from './source';

/** An application as the bank shows it, alone or in a list. */
export type ApplicationFact = Awaited<ReturnType<BankClient['getLoanApplication']>>;

/** How loan applications are read: a list shows each as it is shown alone. */
export const applicationSource = (bank: BankClient): Source<ApplicationFact> => ({
  kind: 'rest',
  single: (applicationId, limits) => bank.getLoanApplication({ applicationId }, limits),
  async page(page, limits) {
    const { data, pagination } = await bank.listLoanApplications({ page, limit: PAGE_SIZE }, limits);
    return {
      facts: new Map(data.map((application) => [application.application_id, application])),
      // Where the bank does not tell how many pages there are, the list ends with an empty one.
      isLast: data.length === 0 || page >= (pagination.pages ?? Infinity),
    };
  },
});
