import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CaseListQuery, CasePage, Kind, QueryOf } from '../../../src/desk/contract';
import type { ApprovalsView } from '../app/page-address';
import { get, post, requireThere, type Address, type GetPath } from './client';
import { asMine } from './not-mine';
import { forStaff, Problem } from './problem';
import { sessionQuery } from './session';

type NumberName = 'minAmountKobo' | 'maxAmountKobo' | 'waitingHours' | 'page' | 'size';

/** The query of a list of cases, with numbers where the contract's schema takes texts. */
export type ListQuery = Omit<CaseListQuery, NumberName> & { [N in NumberName]?: number };

/** A read of the desk, kept under a key. */
const reading = <P extends GetPath>(queryKey: readonly unknown[], path: P, address: Address = {}) => ({
  queryKey,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => get(path, { ...address, signal }),
});

/** The outcome of a command after its login, by the request id in the address. */
export const givenQuery = (requestId: string) =>
  queryOptions({
    ...reading(['given', requestId], '/api/given/:requestId', { params: { requestId } }),
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
  ...reading(['given', 'news'], '/api/given'),
  refetchInterval: 60_000,
});

/** The key of all queries of lists, which a tick of the desk invalidates. */
export const LISTS = 'lists';

/** Interval at which an open page of a case asks its workflow, in milliseconds. */
const CASE_EVERY_MS = 1_000;
const FIGURES_EVERY_MS = 5_000;

export const casesQuery = (query: ListQuery) =>
  queryOptions(reading([LISTS, 'cases', query], '/api/cases', { query }));

export const searchQuery = (q: string) =>
  queryOptions({
    ...reading([LISTS, 'search', q], '/api/search', { query: { q } }),
    enabled: q.trim().length > 1,
  });

/** Whether a document can be had: a frame would show the browser's own page where the desk refuses it. */
export const documentQuery = (address: string) =>
  queryOptions({
    queryKey: ['document', address],
    queryFn: ({ signal }) => requireThere(address, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

export const caseQuery = (kind: Kind, reference: string) =>
  queryOptions({
    queryKey: ['case', kind, reference],
    queryFn: async ({ signal, client, queryKey }) => {
      const told = await get('/api/cases/:kind/:reference', { params: { kind, reference }, signal });
      const page = told.unanswered === undefined ? told : { ...told, unanswered: forStaff(told.unanswered) };
      const me = client.getQueryData(sessionQuery.queryKey)?.subject ?? '';
      return asMine(requireRicher(page, client.getQueryData<CasePage>(queryKey)), me);
    },
    refetchInterval: ({ state }) => (state.data?.ended ? false : CASE_EVERY_MS),
  });

/** Keeps the workflow's earlier answer, which has more than the desk's copy. @throws Problem for a copy */
function requireRicher(page: CasePage, before: CasePage | undefined): CasePage {
  if (page.unanswered === undefined || !before || before.unanswered !== undefined) return page;
  throw new Problem({ detail: page.unanswered, status: 504 });
}

export const approvalsQuery = (query: ApprovalsView) =>
  queryOptions(reading([LISTS, 'approvals', query], '/api/approvals', { query: { ...query } }));

export const repaymentsQuery = (query: QueryOf<'repayments'>) =>
  queryOptions(reading([LISTS, 'repayments', query], '/api/repayments', { query }));

export const statementQuery = (reference: string) =>
  queryOptions(
    reading(['statement', reference], '/api/loans/:reference/statement', { params: { reference } }),
  );

export const figuresQuery = queryOptions({
  ...reading(['figures'], '/api/figures'),
  refetchInterval: FIGURES_EVERY_MS,
});

/** The result of a reconciliation, which may compare again until it ends. The key has the end, so that the last result is fetched. */
export const reconciliationQuery = (reference: string, isEnded: boolean) =>
  queryOptions({
    ...reading(['reconciliation', reference, isEnded], '/api/reconciliations/:reference', {
      params: { reference },
    }),
    placeholderData: (before) => (before?.reference === reference ? before : undefined),
    refetchInterval: isEnded ? false : 2 * CASE_EVERY_MS,
  });

export const batchProgressQuery = (reference: string) =>
  queryOptions({
    ...reading(['batch', reference, 'progress'], '/api/batches/:reference/progress', {
      params: { reference },
    }),
    refetchInterval: 2 * CASE_EVERY_MS,
  });

/** The payees of a batch. The key has the digest, so that a new approval fetches them again. */
export const batchPayeesQuery = (reference: string, digest: string | undefined) =>
  queryOptions({
    ...reading(['batch', reference, 'payees', digest], '/api/batches/:reference/payees', {
      params: { reference },
    }),
    refetchInterval: 3 * FIGURES_EVERY_MS,
  });

/** The people of the desk. Names change seldom; a colleague's first login shows by name after a while. */
export const peopleQuery = queryOptions({
  ...reading(['people'], '/api/people'),
  staleTime: 60_000,
});

export const administrationQuery = queryOptions({
  ...reading(['administration'], '/api/administration'),
  refetchInterval: FIGURES_EVERY_MS,
});

export const endpointsQuery = queryOptions({
  ...reading(['endpoints'], '/api/endpoints'),
  refetchInterval: FIGURES_EVERY_MS,
});

/** The bank's list of banks; missing until the desk has it. */
export const banksQuery = queryOptions({
  ...reading(['banks'], '/api/banks'),
  staleTime: ({ state }) => (state.data?.banks ? 3_600_000 : 0),
  // The desk has no list right after its start; a form that is open gets it when it comes.
  refetchInterval: ({ state }) => (state.data?.banks ? false : FIGURES_EVERY_MS),
});

/** The accounts that payouts are paid from, and the approvals that they need. */
export const payingTermsQuery = queryOptions({
  ...reading(['paying-terms'], '/api/paying-terms'),
  staleTime: ({ state }) => (state.data && !state.data.unknown ? 60_000 : 0),
  // Unknown until a worker answers the desk; a form that is open gets them when they come.
  refetchInterval: ({ state }) => (state.data && !state.data.unknown ? false : FIGURES_EVERY_MS),
});

/** How often a form looks for payments that somebody else has made meanwhile. */
const ALIKE_EVERY_MS = 5_000;

/** Other payouts of this amount to this account, asked for while somebody is about to start one. */
export const alikeQuery = (body: {
  bankCode: string;
  accountNumber: string;
  amountKobo: number;
  reference?: string;
}) =>
  queryOptions({
    queryKey: ['alike', body],
    queryFn: ({ signal }) => post('/api/payouts/alike', { body, signal }),
    refetchInterval: ALIKE_EVERY_MS,
    gcTime: 0,
  });

export const batchResultsQuery = (reference: string) =>
  queryOptions({
    ...reading(['batch', reference, 'results'], '/api/batches/:reference/results', { params: { reference } }),
    refetchInterval: FIGURES_EVERY_MS,
  });
