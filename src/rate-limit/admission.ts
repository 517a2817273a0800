import type { RateLimitNotice } from './headers';
import type { Permit } from './policy-windows';

/** Where a policy stands: what a call may still count on, and until when. Counts of requests, real milliseconds. */
export interface RateLimitSnapshot {
  readonly limit: number;
  readonly windowMs: number;
  /** Requests that the current window still takes, those in flight taken off. */
  readonly remaining: number;
  /** Of those, what is kept for urgent calls. */
  readonly reserve: number;
  /** Whether a call has opened the current window, or a refusal closed it. */
  readonly isOpen: boolean;
  /** Until the current window ends; the whole length when none is open. */
  readonly endsInMs: number;
  readonly inFlight: number;
  /** Requests of this window that were not ours, or ours before a restart; at least so many. */
  readonly usedByOthers: number;
}

/** The answer to a caller that wants to send. A caller that must wait asks again after `waitMs`. */
export type Admission = { readonly admitted: true; readonly permit: Permit } | Refused;

/** How the bank fails when all requests would: it does not answer, or it refuses our keys. */
export type Outage = 'no answer' | 'keys refused';

/** A caller that must wait, because the window has no room or, then named, the bank is down. */
export interface Refused {
  readonly admitted: false;
  readonly waitMs: number;
  readonly outage?: Outage;
}

/**
 * What became of a request: it never left, no reply came, or one came with its notice; and whether it failed as all
 * requests would. A request that never left, or got no reply, for another reason says nothing of the bank.
 */
export type CallOutcome = { readonly outage?: Outage | undefined } & (
  | { readonly came: 'nothing sent' }
  | { readonly came: 'no reply' }
  | { readonly came: 'reply'; readonly refused: boolean; readonly notice: RateLimitNotice }
);
