/** Looks for a record page by page: a bank that ignores the filter lists others, too, until a page shows nothing new. */
export async function findInList<T>(
  readPage: (page: number) => Promise<readonly T[]>,
  { idOf, isWanted }: { readonly idOf: (record: T) => string; readonly isWanted: (record: T) => boolean },
): Promise<T | undefined> {
  const seen = new Set<string>();
  let hasMore = true;
  for (let page = 1; hasMore; page++) {
    const records = await readPage(page);
    const found = records.find(isWanted);
    if (found) return found;
    hasMore = records.some((record) => !seen.has(idOf(record)));
    for (const record of records) seen.add(idOf(record));
  }
  return undefined;
}
