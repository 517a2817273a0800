/** Row numbers as people write them: `3`, `3,7` or `3,7-9`; the first row is 1. */
const PATTERN = /^\d{1,5}(-\d{1,5})?(, ?\d{1,5}(-\d{1,5})?)*$/;

/** Parses such a text into sorted, distinct numbers; `undefined` if malformed or if a row exceeds `rows`. */
export function rowNumbersIn(text: string, rows = 99_999): number[] | undefined {
  if (!PATTERN.test(text)) return undefined;
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const [from = 0, to = from] = part.split('-').map(Number);
    if (from < 1 || to < from || to > rows) return undefined;
    for (let row = from; row <= to; row++) numbers.add(row);
  }
  return [...numbers].sort((one, other) => one - other);
}

/** Row numbers as the shortest such text. */
export function rowNumbersText(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const row of [...new Set(numbers)].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last?.[1] === row - 1) last[1] = row;
    else runs.push([row, row]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
