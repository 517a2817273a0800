import { queryOptions } from '@tanstack/react-query';
import type { CaseListQuery, CasePage, Kind, QueryOf } from '../../../src/desk/contract';
import { get } from './client';
import { Problem } from './problem';

type NumberName = 'minAmountKobo' | 'maxAmountKobo' | 'waitingHours' | 'page' | 'size';

/** What a list of cases is asked for; the desk reads numbers from texts, the pages give numbers. */
export type ListQuery = Omit<CaseListQuery, NumberName> & { [N in NumberName]?: number };

/** What became of a command that the person has logged in for, under the id that the address brings back. */
export const givenQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['given', requestId],
    queryFn: ({ signal }) => get('/api/given/:requestId', { params: { requestId }, signal }),
    enabled: requestId !== '',
    staleTime: Infinity,
  });

/** What the person has given lately. */
export const givenLatelyQuery = queryOptions({
  queryKey: ['lists', 'given'],
  queryFn: ({ signal }) => get('/api/given', { signal }),
});

/** What a tick of the desk makes old: everything that comes from its lists. */
export const LISTS = 'lists';

/** How often an open case asks its workflow, in milliseconds, while it is looked at. */
const CASE_EVERY_MS = 1_000;
const FIGURES_EVERY_MS = 5_000;

export const casesQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: [LISTS, 'cases', query],
    queryFn: ({ signal }) => get('/api/cases', { query, signal }),
  });

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [LISTS, 'search', q],
    queryFn: ({ signal }) => get('/api/search', { query: { q }, signal }),
    enabled: q.trim().length > 1,
  });

export const caseQuery = (kind: Kind, reference: string) =>
  queryOptions({
    queryKey: ['case', kind, reference],
    queryFn: async ({ signal, client, queryKey }) => {
      const page = await get('/api/cases/:kind/:reference', { params: { kind, reference }, signal });
      return requireRicher(page, client.getQueryData<CasePage>(queryKey));
    },
    refetchInterval: ({ state }) => (state.data?.ended ? false : CASE_EVERY_MS),
  });

/** What the workflow has told before is more than what the desk knows without it. @throws Problem */
function requireRicher(page: CasePage, before: CasePage | undefined): CasePage {
  if (page.unanswered === undefined || !before || before.unanswered !== undefined) return page;
  throw new Problem({ detail: page.unanswered, status: 504 });
}

export const approvalsQuery = (page = 1) =>
  queryOptions({
    queryKey: [LISTS, 'approvals', page],
    queryFn: ({ signal }) => get('/api/approvals', { query: { page }, signal }),
  });

export const repaymentsQuery = (query: QueryOf<'repayments'>) =>
  queryOptions({
    queryKey: [LISTS, 'repayments', query],
    queryFn: ({ signal }) => get('/api/repayments', { query, signal }),
  });

export const statementQuery = (reference: string) =>
  queryOptions({
    queryKey: ['statement', reference],
    queryFn: ({ signal }) => get('/api/loans/:reference/statement', { params: { reference }, signal }),
  });

export const figuresQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: ({ signal }) => get('/api/figures', { signal }),
  refetchInterval: FIGURES_EVERY_MS,
});

export const reconciliationQuery = (reference: string) =>
  queryOptions({
    queryKey: ['reconciliation', reference],
    queryFn: ({ signal }) => get('/api/reconciliations/:reference', { params: { reference }, signal }),
    refetchInterval: ({ state }) => (state.data?.report ? false : CASE_EVERY_MS),
  });

export const batchProgressQuery = (reference: string) =>
  queryOptions({
    queryKey: ['batch', reference, 'progress'],
    queryFn: ({ signal }) => get('/api/batches/:reference/progress', { params: { reference }, signal }),
    refetchInterval: 2 * CASE_EVERY_MS,
  });

/** The digest stands in the key: what is to be approved anew is asked for anew. */
export const batchPayeesQuery = (reference: string, digest: string | undefined) =>
  queryOptions({
    queryKey: ['batch', reference, 'payees', digest],
    queryFn: ({ signal }) => get('/api/batches/:reference/payees', { params: { reference }, signal }),
    refetchInterval: 3 * FIGURES_EVERY_MS,
  });

/** Names change seldom; a colleague who has just logged in shows by name after a while. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => get('/api/people', { signal }),
  staleTime: 60_000,
});

export const administrationQuery = queryOptions({
  queryKey: ['administration'],
  queryFn: ({ signal }) => get('/api/administration', { signal }),
  refetchInterval: FIGURES_EVERY_MS,
});

export const endpointsQuery = queryOptions({
  queryKey: ['endpoints'],
  queryFn: ({ signal }) => get('/api/endpoints', { signal }),
  refetchInterval: FIGURES_EVERY_MS,
});

/** The bank's list of banks; missing while the desk cannot have it. */
export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: ({ signal }) => get('/api/banks', { signal }),
  staleTime: 3_600_000,
});

export const batchResultsQuery = (reference: string) =>
  queryOptions({
    queryKey: ['batch', reference, 'results'],
    queryFn: ({ signal }) => get('/api/batches/:reference/results', { params: { reference }, signal }),
    refetchInterval: FIGURES_EVERY_MS,
  });
