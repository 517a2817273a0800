import type { ReadKind } from './read-limiter';

/** A read that polls wait for: of one status, or of a page that tells about many. Real milliseconds. */
export interface Candidate {
  readonly kind: ReadKind;
  /** When the first of those polls wanted to know. */
  readonly dueAtMs: number;
  /** Whether that date has come; otherwise the read is for speed alone. */
  readonly isDue: boolean;
  /** Whether it is late enough that a read for speed may end a wait. */
  readonly isForSpeed: boolean;
  readonly isRecheck: boolean;
  /** Until pages of this list are far enough apart; 0 for a single status. */
  readonly pageInMs: number;
  /** It goes on with a list that is being read, which was counted when it began. */
  readonly isContinued: boolean;
}

/** When the rate limiter spares reads. Real milliseconds from now; 0 means now. */
export interface Spared {
  /** Until it lets any read through. */
  readonly roomInMs: number;
  /** Until it spares a read of this kind. */
  readonly tokenInMs: Readonly<Record<ReadKind, number>>;
  /** Until it spares a read for speed. */
  readonly forSpeedInMs: number;
}

/** The next read, by its date or for speed alone, or when to decide again: never without candidates. */
export type NextRead<C> = { readonly read: C; readonly isByDate: boolean } | { readonly waitMs: number };

/** The one place that decides the next read: a person's recheck first, then the longest wait. */
export function nextRead<C extends Candidate>(candidates: readonly C[], spared: Spared): NextRead<C> {
  let first: C | undefined;
  let waitMs = Infinity;
  for (const candidate of candidates) {
    const candidateWaitMs = waitOf(candidate, spared);
    waitMs = Math.min(waitMs, candidateWaitMs);
    if (candidateWaitMs <= 0 && (!first || byTurn(candidate, first) < 0)) first = candidate;
  }
  return first ? { read: first, isByDate: byDate(first, spared) <= 0 } : { waitMs };
}

const byTurn = (one: Candidate, other: Candidate) =>
  Number(other.isRecheck) - Number(one.isRecheck) || one.dueAtMs - other.dueAtMs;

function waitOf(candidate: Candidate, spared: Spared): number {
  if (spared.roomInMs > 0) return spared.roomInMs;
  return Math.min(byDate(candidate, spared), candidate.isForSpeed ? spared.forSpeedInMs : Infinity);
}

function byDate({ kind, isDue, isRecheck, isContinued, pageInMs }: Candidate, spared: Spared): number {
  if (!isDue) return Infinity;
  return isRecheck || isContinued ? 0 : Math.max(spared.tokenInMs[kind], pageInMs);
}
