import { useParams, useSearch } from '@tanstack/react-router';
import type { Kind, QueryOf } from '../../../src/desk/contract';
import type { ListQuery } from '../api/queries';
import type { AuditView, CaseView, PayoutsView } from './searches';

/** What the address of the open page says, as its route has read it (`searches.ts`). */
const useView = (): unknown => useSearch({ strict: false });

export const useListView = () => useView() as ListQuery;
export const useCaseView = () => useView() as CaseView;
export const usePayoutsView = () => useView() as PayoutsView;
export const useRepaymentsView = () => useView() as QueryOf<'repayments'>;
export const useAuditView = () => useView() as AuditView;

/** The case that the address names. The desk refuses a kind that there is not. */
export const useCaseName = (): { readonly kind: Kind; readonly reference: string } =>
  useParams({ strict: false });
