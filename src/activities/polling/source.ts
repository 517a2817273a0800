import type { CallLimits } from '../../bank/exchange';
import type { ReadKind } from '../../rate-limit/read-limiter';

/** One page of a list: what it showed, by key. */
export interface Page<F> {
  readonly facts: ReadonlyMap<string, F>;
  readonly isLast: boolean;
}

/** How statuses of one kind are read: one by one, and where there is a list, a page at a time (from 1). */
export interface Source<F> {
  readonly kind: ReadKind;
  single(key: string, limits: CallLimits): Promise<F>;
  page?(page: number, limits: CallLimits): Promise<Page<F>>;
}

/** How far apart pages of one list lie at least, and how long a list that shows nothing is left alone. */
export interface PageTiming {
  readonly spacingMs: () => number;
  readonly unproductivePauseMs: number;
}
