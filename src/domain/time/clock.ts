/**
 * The relation of business time to real time. In production both are the same. In the embedded stack a
 * business day passes in less than a second; nothing else differs.
 */
export interface Clock {
  /** Business milliseconds per real millisecond; 1 in production. */
  readonly rate: number;
  /** A real instant and the business instant that belongs to it (ISO 8601). */
  readonly anchor?: { readonly realAt: string; readonly businessAt: string } | undefined;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const REAL_TIME: Clock = { rate: 1 };

/** Whether business time differs from real time, never so in production: then inputs may carry clocks. */
export const isDemonstration = ({ rate, anchor }: Clock): boolean => rate !== 1 || anchor !== undefined;

/** Why an input may not carry its clock, as a sentence: where money is real, no sender sets the time. */
export const clockRefusal = (given: Clock | undefined, own: Clock): string | undefined =>
  given === undefined || !isDemonstration(given) || isDemonstration(own)
    ? undefined
    : 'clock must be left out: only a worker that runs in demonstration mode (BUSINESS_CLOCK_RATE) takes one';

/** The shortest real wait between two polls on a fast clock, in milliseconds: calls are scarce there too. */
const FAST_CLOCK_FLOOR_MS = 500;

/** The business instant at a real instant (both in milliseconds since the epoch). */
export function businessNow(clock: Clock, realNowMs: number): number {
  if (!clock.anchor) return realNowMs;
  const sinceAnchor = realNowMs - Date.parse(clock.anchor.realAt);
  return Date.parse(clock.anchor.businessAt) + sinceAnchor * clock.rate;
}

/** The real instant that belongs to a business instant (both in milliseconds since the epoch). */
export function realInstant(clock: Clock, businessMs: number): number {
  if (!clock.anchor) return businessMs;
  const sinceAnchor = businessMs - Date.parse(clock.anchor.businessAt);
  return Date.parse(clock.anchor.realAt) + sinceAnchor / clock.rate;
}

/** How long a business duration lasts in real milliseconds. */
export const realDuration = (clock: Clock, businessMs: number): number => Math.ceil(businessMs / clock.rate);

/** Lengthens a business duration to at least `realMs` of real time (both in milliseconds). */
export const atLeastReal = (clock: Clock, businessMs: number, realMs: number): number =>
  Math.max(businessMs, realMs * clock.rate);

/**
 * Real milliseconds between two polls that are `businessMs` apart. `backOff` is 1 if calls are scarce;
 * otherwise fast clocks need less distance.
 */
export const pollDelay = (clock: Clock, businessMs: number, backOff = 1): number =>
  clock.rate === 1 ? businessMs : Math.max(FAST_CLOCK_FLOOR_MS * backOff, realDuration(clock, businessMs));

/** The shortest real time on a fast clock before a wait needs attention: no person looks sooner. */
const FAST_CLOCK_PATIENCE_MS = 20_000;

/** How long to wait in real milliseconds before a person is told that `businessMs` have passed. */
export const patience = (clock: Clock, businessMs: number): number =>
  clock.rate === 1 ? businessMs : Math.max(FAST_CLOCK_PATIENCE_MS, realDuration(clock, businessMs));
