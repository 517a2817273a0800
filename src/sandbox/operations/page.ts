import { inOrder, pageSizeOf } from '../readings/lists';
import type { Readings } from '../readings/readings';

/** One page of a list. Page 0 is the first page, as page 1 is. */
export interface Page<T> {
  readonly items: T[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly pages: number;
}

/** The page asked for, in the order and of the size that this bank gives. */
export function pageOf<T>(
  newestFirst: readonly T[],
  asked: { page?: number | undefined; limit?: number | undefined },
  usualLimit: number,
  readings: Readings,
): Page<T> {
  const page = Math.max(1, asked.page ?? 1);
  const total = newestFirst.length;
  const limit = pageSizeOf(readings, { asked: asked.limit, usual: usualLimit, total });
  const items = inOrder(readings, newestFirst).slice((page - 1) * limit, page * limit);
  return { items, total, page, limit, pages: Math.ceil(total / limit) };
}
