import { DAY_MS } from '../time/clock';
import type { RepaymentPolicy } from '../loan/input';
import type { RepaymentBook } from './book';
import { arrearsFrom, dueAt } from './instalments';
import { isTakenInPart, nextLookAt, type Charge } from './charge';

/** Time between two looks at something that stays unclear for good. */
const SELDOM_MS = DAY_MS / 2;

/** What a later build decides otherwise. */
type Change = 'last-charge-followed' | 'taken-is-final';

/** Everything that decides the next act for a loan. */
export interface Known {
  readonly loanReference: string;
  readonly book: RepaymentBook;
  readonly policy: RepaymentPolicy;
  /** Whether the policy may not charge by itself now. */
  readonly isPaused: boolean;
  /** Business milliseconds. */
  readonly nowMs: number;
  /** Whether a run decides so; one that began before keeps to what it did. Missing, where there is no run: it does. */
  readonly isPatched?: (change: Change) => boolean;
}

/** The next act for a loan. Instants are business milliseconds; `Infinity` means never. */
export type Act =
  /** Send this charge, for the first time or again. */
  | { readonly act: 'charge'; readonly charge: Charge }
  /** Read the schedule at that instant. */
  | { readonly act: 'read'; readonly atMs: number }
  /** Wait until the bank shows more of this instalment as paid, at most until `untilMs`. */
  | { readonly act: 'observe'; readonly dueOn: string; readonly untilMs: number }
  /** Close the case: the loan is repaid. */
  | { readonly act: 'close' };

/** Whether two acts wait for the same. */
export const isSameWait = (one: Act, other: Act): boolean =>
  one.act === 'observe'
    ? other.act === 'observe' && one.dueOn === other.dueOn && one.untilMs === other.untilMs
    : one.act === 'read' && other.act === 'read' && one.atMs === other.atMs;

/**
 * The one place that decides about charging. A charge of unknown outcome blocks every other charge of its
 * loan; so does a schedule that shows less than charges took.
 */
export function nextAct(known: Known): Act {
  const { book, policy, nowMs } = known;
  const next = book.next();
  const { open } = book;
  if (!next) {
    // The bank may still take what nobody owes any more: that has to be given back.
    const isUnclear =
      open !== undefined && open.status !== 'BEGUN' && isPatched(known, 'last-charge-followed');
    return isUnclear ? follow(open, known, Infinity) : { act: 'close' };
  }
  const arrearsMs = arrearsFrom(next.dueOn, policy.graceDays);
  if (arrearsMs <= nowMs && book.readAtMs < arrearsMs) return { act: 'read', atMs: nowMs };
  // A late instalment stays late, so no later instant matters.
  const untilMs = arrearsMs > nowMs ? arrearsMs : Infinity;
  if (open) return follow(open, known, untilMs);
  const charge = wantedCharge(known, next.dueOn);
  if (!charge) return observe(next.dueOn, untilMs, policyChargesAt(known, next.dueOn));
  if (book.unsureUntilMs > nowMs) return observe(next.dueOn, untilMs, book.unsureUntilMs);
  return whenScheduleIsSure(known, charge, untilMs);
}

const isPatched = (known: Known, change: Change): boolean => known.isPatched?.(change) ?? true;

const observe = (dueOn: string, ...untilMs: readonly number[]): Act => ({
  act: 'observe',
  dueOn,
  untilMs: Math.min(...untilMs),
});

/**
 * Looks for the outcome of a charge. A person must clear up a charge without a trace after 34 hours: the case
 * does not send it again, since a bank may settle it still later, and charge a used reference anew.
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

/** Charges only once the schedule shows what earlier charges took, and has stayed as known for a while. */
function whenScheduleIsSure({ book, nowMs }: Known, charge: Charge, untilMs: number): Act {
  const { shortSinceMs, readAtMs } = book;
  const sinceMs = shortSinceMs ?? book.changedSinceMs(charge.dueOn);
  if (sinceMs === undefined) return { act: 'charge', charge };
  const atMs = nextLookAt(sinceMs, readAtMs) ?? readAtMs + SELDOM_MS;
  if (shortSinceMs !== undefined) return { act: 'read', atMs: Math.min(atMs, untilMs) };
  return atMs <= nowMs ? { act: 'charge', charge } : observe(charge.dueOn, untilMs, atMs);
}

/**
 * The instant of the policy's next charge of an instalment; `Infinity` if it has no attempt left. The
 * interval counts from the previous charge, and from the loan's last charge that was not taken: an account
 * that lacks the money for one lacks it for the next.
 */
function policyChargesAt(known: Known, dueOn: string): number {
  const { book, policy, isPaused } = known;
  const made = book.madeFor(dueOn);
  if (made.some(({ isElsewhere }) => isElsewhere) && isPatched(known, 'taken-is-final')) return Infinity;
  if (policy.mode !== 'charge' || isPaused) return Infinity;
  if (made.filter(({ isByOfficer }) => !isByOfficer).length >= policy.maximumAttempts) return Infinity;
  // After a charge was taken in part, the first charge of the rest follows at once.
  const isRest = made.length === 1 && made.every(isTakenInPart);
  const before = [...(isRest ? [] : made), ...book.notTaken()];
  return Math.max(dueAt(dueOn), ...before.map(({ madeAtMs }) => madeAtMs + policy.retryAfterDays * DAY_MS));
}

/** The due date of the instalment that put the loan in arrears; `undefined` if it is not. */
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
    last?.isElsewhere && isPatched(known, 'taken-is-final')
      ? `people have shown that the bank took the charge ${last.reference}, which its schedule does not show: nothing more is charged of this instalment unless a person orders it`
      : [],
  ].flat();
  return causes.length > 0 ? causes.join('; ') : undefined;
}
