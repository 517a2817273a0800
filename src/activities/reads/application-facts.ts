import type { Client } from '../../service/client';
import type { Source } from './source';

/** An application as the service shows it, alone or in a list. */
export type ApplicationFact = Awaited<ReturnType<Client['getLoanApplication']>>;

/** Largest page that is asked for; the service may give less. */
const PAGE_SIZE = 100;

/** How loan applications are read: a list shows each as it is shown alone. */
export const applicationSource = (service: Client): Source<ApplicationFact> => ({
  kind: 'rest',
  single: (applicationId, limits) => service.getLoanApplication({ applicationId }, limits),
  async page(page, limits) {
    const { data, pagination } = await service.listLoanApplications({ page, limit: PAGE_SIZE }, limits);
    return {
      facts: new Map(data.map((application) => [application.application_id, application])),
      isLast: data.length === 0 || page >= pagination.pages,
    };
  },
});
