import { BATCH_ROWS_MAX } from './rows';
import { rowStatuses, type RowStatus } from './validation-results';

/** Most payouts in flight at the same time. */
const SLOTS_MAX = 200;

/** A batch's orders to a chunk: always the complete state, so that repeats change nothing. */
export interface ChunkControl {
  /** Payouts of the chunk that may be on their way at the same time. */
  readonly slots: number;
  readonly paused: boolean;
  readonly cancelled: boolean;
}

export interface ChunkReport {
  /** Number of the chunk, from 1 on. */
  readonly chunk: number;
  readonly allStarted: boolean;
  /** Concurrency slots that it still needs once all its payouts are started. */
  readonly slots: number;
  readonly counts: Readonly<Partial<Record<RowStatus, number>>>;
  /** Numbers of the rows whose payouts take so long that they gave up their slots. */
  readonly slow: readonly number[];
}

export function isChunkControl(given: unknown): given is ChunkControl {
  const { slots, paused, cancelled } = Object(given) as Record<string, unknown>;
  return isCount(slots, SLOTS_MAX) && typeof paused === 'boolean' && typeof cancelled === 'boolean';
}

export function isChunkReport(given: unknown): given is ChunkReport {
  const { chunk, allStarted, slots, counts, slow } = Object(given) as Record<string, unknown>;
  if (!isCount(chunk) || !isCount(slots, SLOTS_MAX) || typeof allStarted !== 'boolean') return false;
  const isListOfRows =
    Array.isArray(slow) && slow.length <= BATCH_ROWS_MAX && slow.every((row) => isCount(row));
  return isListOfRows && isCounts(counts);
}

const isCount = (given: unknown, most = BATCH_ROWS_MAX): given is number =>
  Number.isSafeInteger(given) && Number(given) >= 0 && Number(given) <= most;

const isCounts = (given: unknown): boolean =>
  typeof given === 'object' &&
  given !== null &&
  Object.entries(given).every(([status, count]) => Object.hasOwn(rowStatuses, status) && isCount(count));
