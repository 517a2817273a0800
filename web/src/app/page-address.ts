import { defaultParseSearch, defaultStringifySearch, useParams, useSearch } from '@tanstack/react-router';
import type { Kind, QueryOf, AuditQuery } from '../../../src/desk/contract';
import type { ListQuery } from '../api/queries';

/** The search parameters of the open page. Its route adds what it reads to all that stands in the address. */
const useView = <V>(read: (given: Given) => V): V => read(useSearch({ strict: false }));

export const useListView = () => useView(readList);
export const useCaseView = () => useView(readCaseView);
export const usePayoutsView = () => useView(readPayouts);
export const useApprovalsView = () => useView(readApprovals);
export const useRepaymentsView = () => useView(readRepayments);
export const useAuditView = () => useView(readAudit);

/** The case in the address. The desk refuses an unknown kind. */
export const useCaseName = (): { readonly kind: Kind; readonly reference: string } =>
  useParams({ strict: false });

type Given = Record<string, unknown>;

const TEXTS = [
  'kind',
  'stage',
  'waitingFor',
  'on',
  'assignee',
  'madeBy',
  'days',
  'from',
  'to',
  'branch',
  'batch',
  'customer',
  'q',
  'sort',
] as const;
const NUMBERS = ['minAmountKobo', 'maxAmountKobo', 'waitingHours', 'page'] as const;
const TABS = ['mine', 'person', 'approvals', 'open', 'ended', 'all'] as const;

/** The value of a query parameter as text; `undefined` if the address does not have it. */
const textIn = (given: Given, name: string): string | undefined => {
  const value = given[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

const entriesOf = <T>(names: readonly string[], read: (name: string) => T | undefined) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

const oneOf = <const V extends readonly string[]>(values: V, given: unknown): V[number] | undefined =>
  values.find((value) => value === given);

/** Reads a list's query from its address, a view to keep and share. The desk refuses unknown values. */
export function readList(given: Given): ListQuery {
  const numbers = entriesOf(NUMBERS, (name) => {
    const value = Number(textIn(given, name) ?? NaN);
    return Number.isNaN(value) ? undefined : value;
  });
  const tab = oneOf(TABS, given['tab']);
  return {
    ...entriesOf(TEXTS, (name) => textIn(given, name)),
    ...numbers,
    ...(tab === undefined ? {} : { tab }),
  };
}

/**
 * The open parts of a case's page: the form of a command, with the digest that it answers, the preview of a
 * document, the rows looked for.
 */
interface CaseView {
  readonly do?: string;
  readonly digest?: string;
  readonly document?: string;
  readonly find?: string;
}

export const readCaseView = (given: Given): CaseView =>
  entriesOf(['do', 'digest', 'document', 'find'], (name) => textIn(given, name));

interface PayoutsView extends PagedView {
  readonly kind?: 'payout' | 'batch' | 'flush' | 'limits';
  readonly ended?: boolean;
}

export function readPayouts(given: Given): PayoutsView {
  const kind = oneOf(['payout', 'batch', 'flush', 'limits'], given['kind']);
  return {
    ...(kind ? { kind } : {}),
    ...(given['ended'] === true ? { ended: true } : {}),
    ...readPaged(given),
  };
}

/** The view of a list that has only pages. */
interface PagedView {
  readonly page?: number;
}

function readPaged(given: Given): PagedView {
  const page = Number(textIn(given, 'page') ?? NaN);
  return page > 1 ? { page } : {};
}

/** The filters and the order of the approvals. */
export interface ApprovalsView extends PagedView {
  readonly kind?: Kind;
  readonly sort?: 'amount' | 'lapse';
  /** Whether only those whose names differ are shown; the page itself leaves the others out. */
  readonly differ?: true;
  /** The item that is chosen when the page opens, by its key: a login for the one before has come back. */
  readonly chosen?: string;
}

export function readApprovals(given: Given): ApprovalsView {
  const kind = oneOf(APPROVED_KINDS, given['kind']);
  const sort = oneOf(['amount', 'lapse'], given['sort']);
  return {
    ...(kind ? { kind } : {}),
    ...(sort ? { sort } : {}),
    ...(given['differ'] === true ? { differ: true } : {}),
    ...entriesOf(['chosen'], (name) => textIn(given, name)),
    ...readPaged(given),
  };
}

/** The kinds of case with something to approve: an approval of its own, or a proposed command. */
export const APPROVED_KINDS = ['payout', 'batch', 'flush', 'limits', 'loan'] as const;

export function readRepayments(given: Given): QueryOf<'repayments'> {
  const due = oneOf(['today', 'week', 'arrears', 'promised', 'calls', 'all'], given['due']);
  return due ? { due } : {};
}

/** The audit's filters by person, case and day. */
export type AuditView = Pick<AuditQuery, 'person' | 'case' | 'day'>;

export const readAudit = (given: Given): AuditView =>
  entriesOf(['person', 'case', 'day'], (name) => textIn(given, name));

/** Searches for the digits of a person or an account, by the tokens that stand in the address for them. */
const searches = new Map<string, string>();
const SEARCHES = ['q', 'find'];
const isOfPerson = (text: string) => /\d{10,}/.test(text.replace(/\s/g, ''));

/** What an address says instead of such a search: its token, one for each search while the page is open. */
function tokenOf(text: string): string {
  const [known] = [...searches].find(([, one]) => one === text) ?? [];
  const token = known ?? `kept-on-the-page-${crypto.randomUUID().slice(0, 8)}`;
  searches.set(token, text);
  return token;
}

/** The search parameters as the address has them, which people copy: no number of a person or an account. */
export const stringifyView = (given: Given): string =>
  defaultStringifySearch({
    ...given,
    ...entriesOf(SEARCHES, (name) => {
      const text = textIn(given, name);
      return text !== undefined && isOfPerson(text) ? tokenOf(text) : undefined;
    }),
  });

/** The search parameters of an address; after a reload, without the searches that did not stand in it. */
export function parseView(address: string): Given {
  const given: Given = defaultParseSearch(address);
  const isForgotten = (value: unknown) => String(value).startsWith('kept-on-the-page-');
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, searches.get(String(value)) ?? value] as const)
      .filter(([, value]) => !isForgotten(value)),
  );
}
