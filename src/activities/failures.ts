import { ApplicationFailure, type ApplicationFailureOptions } from '@temporalio/common';
import * as kind from '../domain/wire/failure-types';
import type { Effect } from '../bank/contract/operation';
import {
  NotAuthorisedError,
  NotYetError,
  OutcomeUnknownError,
  RateLimitedError,
  RequestRefusedError,
  BankError,
  BankUnavailableError,
  UnexpectedResponseError,
} from '../bank/errors';
import { DocumentUnusableError } from './documents/content';
import { HolderDiffers } from './gate/disbursement';
import { RecordsAway } from './gate/fence';
import { OlderPolicy } from './gate/policies';
import { ProofRefused } from './gate/proofs';

/** The server has given this attempt up, or did not answer when it was asked. Nothing was sent. */
export class AttemptLostError extends Error {}

/** The attempt that failed: the effect of a repeat, and how often it was made (from 1). */
export interface FailedAttempt {
  readonly effect: Effect;
  readonly attempt: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const BENIGN = 'BENIGN';

/**
 * The one table of failures: what an error becomes in Temporal, and whether and when it is tried again. Only
 * our own words go into a message, as others could repeat what was sent.
 */
export function failureOf(error: unknown, made: FailedAttempt): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  if (error instanceof BankError) return bankFailure(error, made);
  if (error instanceof AttemptLostError)
    return repeated(kind.ATTEMPT_LOST, error.message, growing(SECOND, MINUTE, made));
  if (error instanceof ProofRefused) return final(kind.PROOF_REFUSED, error.message, ...wantedBy(error));
  if (error instanceof HolderDiffers)
    return final(kind.HOLDER_DIFFERS, error.message, error.verdict, error.holder);
  if (error instanceof OlderPolicy) return olderPolicy(error.message, made);
  if (error instanceof RecordsAway) return recordsAway(error, made);
  if (error instanceof DocumentUnusableError) return final(kind.DOCUMENT_UNUSABLE, error.message);
  // Such a fault may have struck after the request went out.
  if (made.effect === 'once') return final(kind.OUTCOME_UNKNOWN, `the outcome is unknown, ${fault(error)}`);
  return repeated(kind.UNEXPECTED_FAULT, fault(error), growing(SECOND, MINUTE, made));
}

function bankFailure(error: BankError, made: FailedAttempt): ApplicationFailure {
  const message = [error.about ?? [], error.message].flat().join(': ');
  if (error instanceof RateLimitedError)
    return repeated(kind.RATE_LIMITED, message, delayOf(error, made), { category: BENIGN });
  if (error instanceof BankUnavailableError) return unavailable(error, made);
  if (error instanceof OutcomeUnknownError)
    return made.effect === 'once' ? final(kind.OUTCOME_UNKNOWN, message) : repeatedWrite(error, made);
  // No delay of its own: the activity's retry policy is the cadence.
  if (error instanceof NotYetError) return failure(kind.NOT_YET, message, { category: BENIGN });
  if (error instanceof NotAuthorisedError)
    return repeated(
      kind.NOT_AUTHORISED,
      message,
      error.nextAttemptInMs ?? growing(MINUTE, 15 * MINUTE, made),
    );
  if (error instanceof RequestRefusedError) {
    const { status, refusal, fields, about } = error;
    return final(kind.REQUEST_REFUSED, message, { status, refusal, fields, about });
  }
  if (error instanceof UnexpectedResponseError) return unreadable(message, made);
  return final(kind.UNEXPECTED_RESPONSE, `${error.operation}: ${error.name}`);
}

/** A bank that refuses and says "again at once" would refuse again. */
const delayOf = ({ refusedBy, retryAfterMs }: RateLimitedError, made: FailedAttempt) =>
  refusedBy === 'bank' ? Math.max(retryAfterMs, growing(SECOND, MINUTE, made)) : retryAfterMs;

/** The failure of a poll that waits; Temporal tries it again after `delayMs`. */
export const waitLonger = (message: string, delayMs: number): ApplicationFailure =>
  repeated(kind.WAIT_LONGER, message, delayMs, { category: BENIGN });

/** A write that may happen twice is sent again until it is answered. */
const repeatedWrite = (error: OutcomeUnknownError, made: FailedAttempt) =>
  error.reason === 'no answer' ? unavailable(error, made) : unreadable(error.message, made);

/** Attempts after which an answer outside the contract counts as permanent. */
const UNREADABLE_ATTEMPTS = 9;
/** The longest pause between two of them: all pauses together are a little more than ten minutes. */
const UNREADABLE_PAUSE_MS = 160 * SECOND;

/** A reply may be cut or come from a gateway for a while; asking on and on would only cost calls. */
const unreadable = (message: string, made: FailedAttempt) =>
  made.attempt < UNREADABLE_ATTEMPTS
    ? repeated(kind.UNEXPECTED_RESPONSE, message, growing(5 * SECOND, UNREADABLE_PAUSE_MS, made))
    : final(kind.UNEXPECTED_RESPONSE, message);

const wantedBy = ({ wanted }: ProofRefused) => (wanted ? [wanted] : []);

/** Without the records, only the first attempt can tell that nothing was sent. */
const recordsAway = ({ message }: RecordsAway, made: FailedAttempt) =>
  made.attempt > 1
    ? repeated(kind.RECORDS_UNAVAILABLE, message, growing(SECOND, MINUTE, made))
    : final(kind.RECORDS_UNAVAILABLE, message);

/** Attempts after which the case itself waits for a worker with a newer policy, which people see. */
const OLDER_POLICY_ATTEMPTS = 4;

/** While workers are changed, another one may take the next attempt. */
const olderPolicy = (message: string, made: FailedAttempt) =>
  made.attempt < OLDER_POLICY_ATTEMPTS
    ? repeated(kind.POLICY_OLDER, message, growing(SECOND, MINUTE, made))
    : final(kind.POLICY_OLDER, message);

/** In an outage the client knows when another attempt makes sense. */
const unavailable = ({ message, nextAttemptInMs }: BankError, made: FailedAttempt) =>
  repeated(kind.SERVICE_UNAVAILABLE, message, nextAttemptInMs ?? growing(SECOND, MINUTE, made));

const growing = (firstMs: number, longestMs: number, { attempt }: FailedAttempt) =>
  Math.min(longestMs, firstMs * 2 ** (attempt - 1));

const fault = (error: unknown) =>
  `an unexpected fault (${error instanceof Error ? error.name : typeof error})`;

const final = (type: string, message: string, ...details: unknown[]) =>
  failure(type, message, { nonRetryable: true, details });

const repeated = (type: string, message: string, delayMs: number, more: ApplicationFailureOptions = {}) =>
  // The server takes a delay of 0 for "no more".
  failure(type, message, { ...more, nextRetryDelay: Math.max(1, Math.ceil(delayMs)) });

const failure = (type: string, message: string, more: ApplicationFailureOptions) =>
  ApplicationFailure.create({ type, message, ...more });
