import type { RateLimitNotice } from './headers';
import type { Permit } from './policy-windows';

/** The state of one policy's current window. Counts of requests, real milliseconds. */
export interface RateLimitSnapshot {
  readonly limit: number;
  readonly windowMs: number;
  /** Requests that the current window still takes, minus those in flight. */
  readonly remaining: number;
  /** The part of `remaining` that is kept for urgent calls. */
  readonly reserve: number;
  /** Whether a call has opened the current window, or a refusal closed it. */
  readonly isOpen: boolean;
  /** Until the current window ends; the whole length when none is open. */
  readonly endsInMs: number;
  readonly inFlight: number;
  /** Requests of this window by other users of the key, or by us before a restart: a lower bound. */
  readonly usedByOthers: number;
}

/** The answer to a caller that wants to send. A caller that must wait asks again after `waitMs`. */
export type Admission = { readonly admitted: true; readonly permit: Permit } | Refused;

/** A failure that affects every request: the server does not answer, or it refuses our key. */
export type Outage = 'no answer' | 'key refused';

/** A caller that must wait: the window has no room or, when `outage` is set, the server is down. */
export interface Refused {
  readonly admitted: false;
  readonly waitMs: number;
  readonly outage?: Outage;
}

/**
 * The outcome of a request: it never left, no reply came, or a reply came with its notice. `outage` says that
 * every request would have failed; without it, a missing reply says nothing about the server.
 */
export type CallOutcome = { readonly outage?: Outage | undefined } & (
  | { readonly came: 'nothing sent' }
  | { readonly came: 'no reply' }
  | { readonly came: 'reply'; readonly refused: boolean; readonly notice: RateLimitNotice }
);
