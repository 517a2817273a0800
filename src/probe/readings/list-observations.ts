import type { ReadingName } from '../../bank/contract/readings';
import { valueAt } from '../replies/value';
import type { Exchanges, Question } from './exchanges';

const rowsOf = (seen: Exchanges, question: Question): readonly unknown[] | undefined => {
  const rows = valueAt(seen.to(question)?.body, ['data']);
  return Array.isArray(rows) ? rows : undefined;
};

/** Only a list that is longer than a page shows how long pages are. */
export function observedPageSize(seen: Exchanges): ReadingName<'pageSize'> | undefined {
  const asked = rowsOf(seen, 'large page')?.length;
  const small = seen.values('listCustomers', 'data').map((rows) => (Array.isArray(rows) ? rows.length : 0));
  if (asked === undefined) return undefined;
  const total = Number(valueAt(seen.to('large page')?.body, ['total']) ?? asked);
  if (small.filter((length) => length > 10).length > 1) return 'limit-ignored';
  if (asked >= Math.min(total, 100)) return asked > 50 ? 'as-asked' : undefined;
  return asked <= 20 ? 'at-most-20' : 'at-most-50';
}

export function observedOrder(seen: Exchanges): ReadingName<'listOrder'> | undefined {
  const instants = (rowsOf(seen, 'large page') ?? []).map((row) =>
    Date.parse(String(valueAt(row, ['created_at']))),
  );
  const [first = NaN, last = NaN] = [instants[0], instants.at(-1)];
  if (!(first !== last && Number.isFinite(first) && Number.isFinite(last))) return undefined;
  return first > last ? 'newest-first' : 'oldest-first';
}

export function observedFilters(seen: Exchanges): ReadingName<'listFilters'> | undefined {
  const unasked = rowsOf(seen, 'unknown customer');
  if (!unasked) return undefined;
  if (unasked.length > 0) return 'ignored';
  const shouted = rowsOf(seen, 'shouted filter');
  return shouted && (shouted.length > 0 ? 'honoured' : 'exact-case');
}
