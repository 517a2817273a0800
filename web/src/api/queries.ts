import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CaseListQuery, CasePage, Kind, QueryOf } from '../../../src/desk/contract';
import type { ApprovalsView } from '../app/views';
import { get } from './client';
import { Problem } from './problem';

type NumberName = 'minAmountKobo' | 'maxAmountKobo' | 'waitingHours' | 'page' | 'size';

/** The query of a list of cases, with numbers where the contract's schema takes texts. */
export type ListQuery = Omit<CaseListQuery, NumberName> & { [N in NumberName]?: number };

/** The outcome of a command after its login, by the request id in the address. */
export const givenQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['given', requestId],
    queryFn: ({ signal }) => get('/api/given/:requestId', { params: { requestId }, signal }),
    enabled: requestId !== '',
    staleTime: Infinity,
  });

/** The person's starts and commands, a page of the latest first, and then the older ones. */
export const givenLatelyQuery = infiniteQueryOptions({
  queryKey: ['lists', 'given'],
  queryFn: ({ pageParam, signal }) => get('/api/given', { query: { before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ next }) => next,
});

/** The latest of them, for the count of rejections in the navigation. */
export const givenNewsQuery = queryOptions({
  queryKey: ['given', 'news'],
  queryFn: ({ signal }) => get('/api/given', { query: {}, signal }),
  refetchInterval: 60_000,
});

/** The key of all queries of lists, which a tick of the desk invalidates. */
export const LISTS = 'lists';

/** Interval at which an open page of a case asks its workflow, in milliseconds. */
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

/** Keeps the workflow's earlier answer, which has more than the desk's copy. @throws Problem for a copy */
function requireRicher(page: CasePage, before: CasePage | undefined): CasePage {
  if (page.unanswered === undefined || !before || before.unanswered !== undefined) return page;
  throw new Problem({ detail: page.unanswered, status: 504 });
}

export const approvalsQuery = (query: ApprovalsView) =>
  queryOptions({
    queryKey: [LISTS, 'approvals', query],
    queryFn: ({ signal }) => get('/api/approvals', { query: { ...query }, signal }),
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

/** The payees of a batch. The key has the digest, so that a new approval fetches them again. */
export const batchPayeesQuery = (reference: string, digest: string | undefined) =>
  queryOptions({
    queryKey: ['batch', reference, 'payees', digest],
    queryFn: ({ signal }) => get('/api/batches/:reference/payees', { params: { reference }, signal }),
    refetchInterval: 3 * FIGURES_EVERY_MS,
  });

/** The people of the desk. Names change seldom; a colleague's first login shows by name after a while. */
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

/** The bank's list of banks; missing until the desk has it. */
export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: ({ signal }) => get('/api/banks', { signal }),
  staleTime: 3_600_000,
});

/** The accounts that payouts are paid from, and the approvals that they need. */
export const payingTermsQuery = queryOptions({
  queryKey: ['paying-terms'],
  queryFn: ({ signal }) => get('/api/paying-terms', { signal }),
  staleTime: 60_000,
});

export const batchResultsQuery = (reference: string) =>
  queryOptions({
    queryKey: ['batch', reference, 'results'],
    queryFn: ({ signal }) => get('/api/batches/:reference/results', { params: { reference }, signal }),
    refetchInterval: FIGURES_EVERY_MS,
  });
