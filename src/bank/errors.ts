import type { OperationName } from './contract';
import { UNKNOWN_REFERENCE } from './contract/refusals';

/** One complaint about one field, as the bank words it. */
export interface FieldError {
  readonly msg: string;
  readonly param?: string;
}

/** Base of the client's errors. Messages name the operation and the cause, never a value that was sent. */
export abstract class BankError extends Error {
  /** Real milliseconds until a retry makes sense in an outage; `undefined`: the caller's own pauses apply. */
  nextAttemptInMs: number | undefined;
  /** The object of the call, for people; an account of ours by its last digits. Nothing personal. */
  about: string | undefined;

  constructor(
    readonly operation: OperationName,
    message: string,
  ) {
    super(`${operation}: ${message}`);
    this.name = new.target.name;
  }
}

/** The bank answered 429, or our own count refused and nothing was sent. Wait `retryAfterMs` (real time). */
export class RateLimitedError extends BankError {
  constructor(
    operation: OperationName,
    readonly retryAfterMs: number,
    readonly refusedBy: 'bank' | 'rate limiter',
  ) {
    super(
      operation,
      `rate limit reached (${refusedBy}), next attempt in ${Math.ceil(retryAfterMs / 1000)} s`,
    );
  }
}

/** Nothing was sent (refused connection, DNS), or a read got no answer, 5xx or 408. Harmless to repeat. */
export class BankUnavailableError extends BankError {}

/** A write was sent, and its reply never came, was 5xx, or broke the contract: it may or may not have taken effect. */
export class OutcomeUnknownError extends BankError {
  constructor(
    operation: OperationName,
    what: string,
    /** An unusable answer will look the same next time; a missing answer may still come. */
    readonly reason: 'no answer' | 'unusable answer',
  ) {
    super(operation, `the outcome is unknown, ${what}`);
  }
}

/** 400, 402, 404, 422 or another 4xx, or an input that the contract refuses before it is sent (then `status` is 400). */
export class RequestRefusedError extends BankError {
  constructor(
    operation: OperationName,
    readonly status: number,
    /** The bank's own words, which identify the cause. */
    readonly refusal: string,
    readonly fields: readonly FieldError[] = [],
  ) {
    super(operation, `refused with ${status}: ${refusal}`);
  }
}

/** For `catch`: `undefined` for a call that the bank refused; any other error is thrown. */
export function unlessRefused(error: unknown): undefined {
  if (!(error instanceof RequestRefusedError)) throw error;
}

/** For `catch`: `null` for a call whose reference the bank does not know; any other error is thrown. */
export function unlessUnknown(error: unknown): null {
  if (error instanceof RequestRefusedError && UNKNOWN_REFERENCE.includes(error.status)) return null;
  throw error;
}

/** A refusal that the contract marks "not yet": the same request succeeds later. */
export class NotYetError extends BankError {}

/** 401 or 403: the keys are wrong or lack permission. */
export class NotAuthorisedError extends BankError {
  constructor(
    operation: OperationName,
    readonly status: number,
  ) {
    super(
      operation,
      status === 403
        ? 'the bank refuses this key the right to it (403)'
        : `the bank did not accept our keys (${status})`,
    );
  }
}

/** The reply to a read breaks the contract, is a redirect, or is over the size limit. */
export class UnexpectedResponseError extends BankError {}
