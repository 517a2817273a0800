/** Where the request budget stands, as far as it decides about reads. Counts of requests, real milliseconds. */
export interface Allowance {
  readonly limit: number;
  readonly windowMs: number;
  /** Requests that reads may still use in this window: what urgent work is expected to need is taken off. */
  readonly spare: number;
  /** Until the window ends. */
  readonly endsInMs: number;
}

/** The real time between two calls of a whole window that cadences are made for: 900 s for 100 calls. */
const USUAL_CALL_MS = 9_000;
/** Below this thrift a call costs next to nothing. */
const PLENTY = 0.01;
/** However little there is to spare, a read is planned after this share of the window. */
const LONGEST_SPACING = 1 / 3;
/**
 * How sparing to be, from 1 (as the interface has it, or scarcer) towards 0 (no limit). Waits between looks shrink
 * by it. On a fast clock a call must last for more business time.
 */
export function thriftOf({ limit, windowMs }: Pick<Allowance, 'limit' | 'windowMs'>, rate: number): number {
  return Math.min(1, (windowMs / limit / USUAL_CALL_MS) * rate);
}

/** Whether calls are so cheap that nobody has to wait for one. */
export const isPlenty = (thrift: number): boolean => thrift < PLENTY;

/** How far apart reads lie when they use up what can be spared, in real milliseconds; infinite when nothing can. */
export function readSpacingMs({ spare, windowMs, endsInMs }: Allowance): number {
  if (spare < 1) return Infinity;
  return Math.min(endsInMs / spare, windowMs * LONGEST_SPACING);
}

/** What is at stake when somebody comes to look. Waits are real milliseconds, 0 when it may be now. */
export interface Prospect {
  /** Something is known that is new enough for the one who asks. */
  readonly isKnown: boolean;
  readonly isPlenty: boolean;
  /** A person asks. */
  readonly isUrged: boolean;
  /** The budget would let a read through now. */
  readonly hasRoom: boolean;
  /** A page of a list is expected to show what is asked for. */
  readonly isListed: boolean;
  /** How many wait for what pages show, this one included. */
  readonly outstanding: number;
  /** Until pages of this list are far enough apart. */
  readonly pageInMs: number;
  /** Until the budget affords a read, for a single one and for a page. */
  readonly slotInMs: { readonly single: number; readonly page: number };
}

/** One read for one, one page for many, or none now; `waitMs` tells when to look again, for want of budget. */
export type ReadPlan =
  | { readonly read: 'single' | 'page' }
  | { readonly read: 'none'; readonly reason: 'known' }
  | {
      readonly read: 'none';
      readonly reason: 'no slot' | 'page too soon';
      readonly instead: 'single' | 'page';
      readonly waitMs: number;
    };

/** The one place that decides how news are read: the fewest calls that the budget affords. */
export function planRead(prospect: Prospect): ReadPlan {
  if (prospect.isKnown) return { read: 'none', reason: 'known' };
  if (prospect.isPlenty) return { read: 'single' };
  const read = prospect.isListed && prospect.outstanding > 1 ? 'page' : 'single';
  if (prospect.isUrged && prospect.hasRoom) return { read };
  const slotInMs = prospect.slotInMs[read];
  const pageInMs = read === 'page' ? prospect.pageInMs : 0;
  if (Math.max(slotInMs, pageInMs) <= 0) return { read };
  const none = { read: 'none', instead: read } as const;
  return slotInMs > pageInMs
    ? { ...none, reason: 'no slot', waitMs: slotInMs }
    : { ...none, reason: 'page too soon', waitMs: pageInMs };
}
