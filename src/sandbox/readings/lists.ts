import type { ReadingName } from '../../bank/contract/readings';
import { isObject, withoutFields } from './fields';
import type { Look } from './outgoing-reply';
import type { Readings } from './readings';

/** Larger pages than this are given as this (supplement, "Transactions and webhooks"). */
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

/** How many rows a page holds. */
export const pageSizeOf = (readings: Readings, asked: number | undefined, usual: number): number =>
  pageSizes[readings.of('pageSize')](asked, usual);

/** Rows in the order of this bank's lists. */
export const inOrder = <T>(readings: Readings, newestFirst: readonly T[]): readonly T[] =>
  readings.of('listOrder') === 'newest-first' ? newestFirst : [...newestFirst].reverse();

type Comparison = (text: string, wanted: string) => boolean;

const isEqual: Comparison = (text, wanted) => text === wanted;

/** For a filter that takes a part of a text. */
export const isPartOf: Comparison = (text, wanted) => text.includes(wanted);

/** Whether a record passes a filter, by the text that it has in the filtered field. */
export function passes(
  readings: Readings,
  wanted: string | undefined,
  text: string | null | undefined,
  compare: Comparison = isEqual,
): boolean {
  const reading = readings.of('listFilters');
  if (wanted === undefined || reading === 'ignored') return true;
  if (text == null) return false;
  return reading === 'exact-case' ? compare(text, wanted) : compare(text.toLowerCase(), wanted.toLowerCase());
}

const TOTALS = ['total', 'pages'];

/** The total beside a page, and the number of pages. */
export const totalsLook: Look = (reply, readings) => {
  if (readings.of('listTotals') === 'given' || !isObject(reply.body)) return reply;
  const { pagination, ...body } = withoutFields(reply.body, TOTALS);
  const left = isObject(pagination) && { pagination: withoutFields(pagination, TOTALS) };
  return { ...reply, body: { ...body, ...left } };
};
