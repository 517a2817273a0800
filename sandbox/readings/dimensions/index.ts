import { lendingDimensions } from './lending';
import { payoutDimensions } from './payouts';
import { replyDimensions } from './replies';

/** Every point that the interface document leaves open, with its possible readings, the usual one first. */
export const dimensions = {
  ...payoutDimensions,
  ...replyDimensions,
  ...lendingDimensions,
} as const satisfies Readonly<Record<string, Dimension>>;

interface Dimension {
  readonly about: string;
  readonly readings: Readonly<Record<string, string>>;
}

export type DimensionName = keyof typeof dimensions;
export type ReadingName<D extends DimensionName> = D extends DimensionName
  ? keyof (typeof dimensions)[D]['readings'] & string
  : never;

export const dimensionNames = Object.keys(dimensions) as DimensionName[];

/** The names of the readings of a dimension; the usual one first. */
export const readingsOf = <D extends DimensionName>(dimension: D): ReadingName<D>[] =>
  Object.keys(dimensions[dimension].readings) as ReadingName<D>[];
