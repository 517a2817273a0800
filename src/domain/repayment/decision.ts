import { DAY_MS } from '../time/clock';
import type { RepaymentPolicy } from '../loan/input';
import type { RepaymentBook } from './book';
import { arrearsFrom, dueAt } from './instalments';
import { isTakenInPart, nextLookAt, type Charge } from './charge';

/** Between two looks at what stays unclear for good. */
const SELDOM_MS = DAY_MS / 2;

/** All that decides what is to be done next for a loan. */
export interface Known {
  readonly loanReference: string;
  readonly book: RepaymentBook;
  readonly policy: RepaymentPolicy;
  /** Whether the policy may not charge by itself now. */
  readonly isPaused: boolean;
  /** Business milliseconds. */
  readonly nowMs: number;
}

/** What is to be done next. Instants are business milliseconds, `Infinity` for none. */
export type Act =
  /** Send this charge, for the first time or again. */
  | { readonly act: 'charge'; readonly charge: Charge }
  /** Read the schedule at that instant. */
  | { readonly act: 'read'; readonly atMs: number }
  /** Wait until the bank shows more as paid of this instalment, until then at most. */
  | { readonly act: 'observe'; readonly dueOn: string; readonly untilMs: number }
  /** Nothing is left to pay. */
  | { readonly act: 'close' };

/** Whether two acts wait for the same. */
export const isSameWait = (one: Act, other: Act): boolean =>
  one.act === 'observe'
    ? other.act === 'observe' && one.dueOn === other.dueOn && one.untilMs === other.untilMs
    : one.act === 'read' && other.act === 'read' && one.atMs === other.atMs;

/**
 * The one place that decides about charging. A charge of which it is not known what became stands in the way of every
 * other one of its loan; so does a schedule that shows less than charges took.
 */
export function nextAct(known: Known): Act {
  const { book, policy, nowMs } = known;
  const next = book.next();
  if (!next) return { act: 'close' };
  const arrearsMs = arrearsFrom(next.dueOn, policy.graceDays);
  if (arrearsMs <= nowMs && book.readAtMs < arrearsMs) return { act: 'read', atMs: nowMs };
  // Once it is late, it stays so.
  const untilMs = arrearsMs > nowMs ? arrearsMs : Infinity;
  const { open } = book;
  if (open) return follow(open, known, untilMs);
  const charge = wantedCharge(known, next.dueOn);
  if (!charge) return observe(next.dueOn, untilMs, policyChargesAt(known, next.dueOn));
  if (book.unsureUntilMs > nowMs) return observe(next.dueOn, untilMs, book.unsureUntilMs);
  return whenScheduleIsSure(known, charge, untilMs);
}

const observe = (dueOn: string, ...untilMs: readonly number[]): Act => ({
  act: 'observe',
  dueOn,
  untilMs: Math.min(...untilMs),
});

/**
 * Looks for what became of a charge. What left no trace for 34 hours is for a person to find out: it is not sent again, since
 * a bank may settle it still later, and charge a used reference anew.
 */
function follow(open: Charge, known: Known, untilMs: number): Act {
  const { book, nowMs } = known;
  if (open.status === 'BEGUN') return { act: 'charge', charge: open };
  if (open.status === 'PENDING') return observe(open.dueOn, untilMs);
  const { openSinceMs = nowMs } = open;
  const lookMs = nextLookAt(openSinceMs, Math.max(book.readAtMs, openSinceMs));
  if (lookMs !== undefined) return { act: 'read', atMs: Math.min(lookMs, untilMs) };
  return observe(open.dueOn, untilMs);
}

/** The charge that an officer or the policy wants now; `undefined` if neither does. */
function wantedCharge(known: Known, dueOn: string): Charge | undefined {
  const { book, loanReference, nowMs } = known;
  const { asked } = book;
  if (asked) return book.newCharge(loanReference, dueOn, nowMs, asked);
  return policyChargesAt(known, dueOn) <= nowMs ? book.newCharge(loanReference, dueOn, nowMs) : undefined;
}

/** Before an instalment is charged, the schedule must show what charges took, and stay for a while as it is known. */
function whenScheduleIsSure({ book, nowMs }: Known, charge: Charge, untilMs: number): Act {
  const { shortSinceMs, readAtMs } = book;
  const sinceMs = shortSinceMs ?? book.changedSinceMs(charge.dueOn);
  if (sinceMs === undefined) return { act: 'charge', charge };
  const atMs = nextLookAt(sinceMs, readAtMs) ?? readAtMs + SELDOM_MS;
  if (shortSinceMs !== undefined) return { act: 'read', atMs: Math.min(atMs, untilMs) };
  return atMs <= nowMs ? { act: 'charge', charge } : observe(charge.dueOn, untilMs, atMs);
}

const mayCharge = ({ policy, isPaused }: Known): boolean => policy.mode === 'charge' && !isPaused;

/**
 * When the policy charges an instalment next; never, where no attempt of its own is left. It counts from when the charge before was
 * made, and from the last charge of the loan that was not taken: what lacks money for one lacks it for the next.
 */
function policyChargesAt(known: Known, dueOn: string): number {
  const { book, policy } = known;
  const made = book.madeFor(dueOn);
  if (policy.mode !== 'charge' || !mayCharge(known)) return Infinity;
  if (made.filter(({ isByOfficer }) => !isByOfficer).length >= policy.maximumAttempts) return Infinity;
  // The rest of what the bank took in part comes at once, the first time.
  const isRest = made.length === 1 && made.every(isTakenInPart);
  const before = [...(isRest ? [] : made), ...book.notTaken()];
  return Math.max(dueAt(dueOn), ...before.map(({ madeAtMs }) => madeAtMs + policy.retryAfterDays * DAY_MS));
}

/** The due date since which the loan is in arrears; `undefined` if it is not. */
export function overdueOn({ book, policy, nowMs }: Omit<Known, 'loanReference'>): string | undefined {
  const next = book.next();
  return next && arrearsFrom(next.dueOn, policy.graceDays) <= nowMs ? next.dueOn : undefined;
}

/** Why a person is needed, as a sentence; `undefined` if the loan goes on by itself. */
export function concernOf(known: Known): string | undefined {
  const { book } = known;
  const next = book.next();
  const late = overdueOn(known);
  const last = next && book.madeFor(next.dueOn).at(-1);
  const causes = [
    late === undefined ? [] : `the instalment due on ${late} is unpaid`,
    last?.refusal === undefined ? [] : `the charge ${last.reference} was refused: ${last.refusal}`,
  ].flat();
  return causes.length > 0 ? causes.join('; ') : undefined;
}
