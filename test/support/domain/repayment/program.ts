import fc from 'fast-check';
import type { RepaymentPolicy } from '../../../../src/domain/loan/input';
import type { BankTraits, Fate } from './simulated-bank';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Something that happens to a loan, so long after what happened before. */
export type Happening = { readonly afterMs: number } & (
  | { readonly what: 'transfer'; readonly share: number }
  | { readonly what: 'money'; readonly kobo: number }
  | { readonly what: 'pause' | 'resume' | 'recheck' | 'resolve' }
  | { readonly what: 'chargeNow'; readonly share: number | undefined }
  | { readonly what: 'outage'; readonly lastsMs: number }
  | { readonly what: 'move'; readonly place: number; readonly days: number }
  | { readonly what: 'merge'; readonly place: number; readonly isNetted: boolean }
  | { readonly what: 'insert'; readonly kobo: number; readonly days: number }
);

/** A loan, its bank, and what happens to both. */
export interface Program {
  readonly amounts: readonly number[];
  readonly traits: BankTraits;
  readonly policy: RepaymentPolicy;
  readonly balanceKobo: number;
  readonly fates: readonly Fate[];
  readonly happenings: readonly Happening[];
}

const share = fc.constantFrom(0.1, 0.5, 1, 1.3, 2);
const lag = fc.constantFrom(0, 0, 0.5, 1);
const after = fc.constantFrom(MINUTE / 2, MINUTE, 10 * MINUTE, 5 * HOUR, DAY, 2.5 * DAY, 9 * DAY, 31 * DAY);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ afterMs: after, what: fc.constant('transfer' as const), share }),
  fc.record({
    afterMs: after,
    what: fc.constant('money' as const),
    kobo: fc.constantFrom(0, 50_000, 500_000),
  }),
  fc.record({ afterMs: after, what: fc.constantFrom('pause', 'resume', 'recheck', 'resolve') }),
  fc.record({
    afterMs: after,
    what: fc.constant('chargeNow' as const),
    share: fc.option(share, { nil: undefined }),
  }),
  fc.record({
    afterMs: after,
    what: fc.constant('outage' as const),
    lastsMs: fc.constantFrom(2.5 * DAY, 92 * DAY),
  }),
  fc.record({
    afterMs: after,
    what: fc.constant('move' as const),
    place: fc.nat(5),
    days: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    afterMs: after,
    what: fc.constant('merge' as const),
    place: fc.nat(5),
    isNetted: fc.boolean(),
  }),
  fc.record({
    afterMs: after,
    what: fc.constant('insert' as const),
    kobo: fc.constantFrom(5_000, 118_000),
    days: fc.integer({ min: 1, max: 40 }),
  }),
);

const fate: fc.Arbitrary<Fate> = fc.record({
  reply: fc.constantFrom('taken', 'taken', 'taken', 'part', 'pending', 'pending', 'fails', 'refused'),
  isLost: fc.constantFrom(false, false, true),
  isLostBefore: fc.constantFrom(false, false, false, true),
  settlesAfterMs: fc.constantFrom(MINUTE, 10 * MINUTE, 6 * HOUR, 30 * HOUR),
  failsLater: fc.constantFrom(false, false, true),
  lag,
});

export const program: fc.Arbitrary<Program> = fc.record({
  amounts: fc.oneof(
    fc.integer({ min: 1, max: 6 }).map((count) => Array<number>(count).fill(118_000)),
    fc.array(fc.constantFrom(0, 5_000, 118_000, 118_000.4), { minLength: 1, maxLength: 6 }),
  ),
  traits: fc.record({
    lists: fc.constantFrom('all', 'unpaid'),
    lagMs: fc.constantFrom(0, MINUTE),
    usedReference: fc.constantFrom('first', 'refused', 'again'),
  }),
  policy: fc.oneof(
    fc.record({ mode: fc.constant('observe' as const), graceDays: fc.integer({ min: 0, max: 3 }) }),
    fc.record({
      mode: fc.constant('charge' as const),
      graceDays: fc.integer({ min: 0, max: 3 }),
      maximumAttempts: fc.integer({ min: 1, max: 4 }),
      retryAfterDays: fc.integer({ min: 1, max: 5 }),
    }),
  ),
  balanceKobo: fc.constantFrom(0, 118_000, 10_000_000),
  fates: fc.array(fate, { maxLength: 8 }),
  happenings: fc.array(happening, { maxLength: 14 }),
});
