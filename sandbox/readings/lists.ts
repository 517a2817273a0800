import type { ReadingName } from './dimensions';
import { isObject, withoutFields, type Look, type Readings } from './readings';

/** Largest page size (supplement, "Transactions and webhooks"). */
const LARGEST_PAGE = 100;

type PageSize = (asked: number | undefined, usual: number) => number;

const atMost =
  (largest: number): PageSize =>
  (asked, usual) =>
    Math.min(largest, asked ?? usual);

const pageSizes: Record<ReadingName<'pageSize'>, PageSize> = {
  'as-asked': atMost(LARGEST_PAGE),
  'at-most-50': atMost(50),
  'at-most-20': atMost(20),
  'limit-ignored': (_asked, usual) => usual,
};

/** The number of rows on a page of a list with `total` rows. */
function pageSizeOf(
  readings: Readings,
  { asked, usual, total }: { asked: number | undefined; usual: number; total: number },
): number {
  const size = pageSizes[readings.of('pageSize')](asked, usual);
  if (Math.min(size, total) !== Math.min(pageSizes['as-asked'](asked, usual), total))
    readings.meet('pageSize');
  return size;
}

/** Rows in the order of this bank's lists. */
const inOrder = <T>(readings: Readings, newestFirst: readonly T[]): readonly T[] =>
  newestFirst.length > 1 && readings.takes('listOrder', 'oldest-first')
    ? [...newestFirst].reverse()
    : newestFirst;

type Comparison = (text: string, wanted: string) => boolean;

const isEqual: Comparison = (text, wanted) => text === wanted;

/** The comparison of a filter that matches a part of a text. */
export const isPartOf: Comparison = (text, wanted) => text.includes(wanted);

/** Whether a record passes a filter, by the text that it has in the filtered field. */
export function passes(
  readings: Readings,
  wanted: string | undefined,
  text: string | null | undefined,
  compare: Comparison = isEqual,
): boolean {
  if (wanted === undefined) return true;
  if (readings.takes('listFilters', 'exact-case')) return text != null && compare(text, wanted);
  const isHonoured = text != null && compare(text.toLowerCase(), wanted.toLowerCase());
  return isHonoured || readings.takes('listFilters', 'ignored');
}

const TOTALS = ['total', 'pages'];

/** The total beside a page, and the number of pages. */
export const totalsLook: Look = (reply, readings) => {
  if (readings.of('listTotals') === 'given' || !isObject(reply.body)) return reply;
  const { pagination, ...body } = withoutFields(reply.body, TOTALS);
  const left = isObject(pagination) && { pagination: withoutFields(pagination, TOTALS) };
  return { ...reply, body: { ...body, ...left } };
};

/** The requested page, in the order and size that this bank gives. Pages 0 and 1 are both the first page. */
export function pageOf<T>(
  newestFirst: readonly T[],
  asked: { page?: number | undefined; limit?: number | undefined },
  usualLimit: number,
  readings: Readings,
) {
  const page = Math.max(1, asked.page ?? 1);
  const total = newestFirst.length;
  const limit = pageSizeOf(readings, { asked: asked.limit, usual: usualLimit, total });
  const items = inOrder(readings, newestFirst).slice((page - 1) * limit, page * limit);
  return { items, total, page, limit, pages: Math.ceil(total / limit) };
}
