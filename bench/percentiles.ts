/** The value below which so many percent of all lie (nearest rank); those that never came count as infinite. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

/** For people: three digits that matter; nothing for what never came. */
export const rounded = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toPrecision(3)) : null;
