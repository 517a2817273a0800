/** One page of a list. Page 0 is the first page, as page 1 is. */
export interface Page<T> {
  readonly items: T[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly pages: number;
}

/** Larger pages than this are given as this (supplement, "Transactions and webhooks"). */
const LARGEST_PAGE = 100;

export function pageOf<T>(
  all: readonly T[],
  asked: { page?: number | undefined; limit?: number | undefined },
  usualLimit: number,
): Page<T> {
  const page = Math.max(1, asked.page ?? 1);
  const limit = Math.min(LARGEST_PAGE, asked.limit ?? usualLimit);
  const items = all.slice((page - 1) * limit, page * limit);
  return { items, total: all.length, page, limit, pages: Math.ceil(all.length / limit) };
}
