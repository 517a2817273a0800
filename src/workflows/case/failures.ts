import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import type { WantedApproval } from '../../domain/case/agreement';
import {
  HOLDER_DIFFERS,
  OUTCOME_UNKNOWN,
  PROOF_REFUSED,
  REQUEST_REFUSED,
} from '../../domain/wire/failure-types';
import type { Refused } from '../../bank/contract/refusals';
import type { NameVerdict } from '../../domain/names/matching';
import { masked } from '../../domain/names/personal-data';

/** The further approval that the gate asks for, and why. */
export interface FurtherApproval extends WantedApproval {
  readonly why: string;
}

/** The bank's refusal behind a failed activity, if that is what it was. */
export function refusalOf(error: unknown): Refused | undefined {
  return failureOf(error, REQUEST_REFUSED)?.details?.[0] as Refused | undefined;
}

function failureOf(error: unknown, type: string): ApplicationFailure | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.type === type ? cause : undefined;
}

/** Reads; if the bank refuses the read, returns the result of `otherwise`. */
export async function unlessRefused<R, F>(
  read: () => Promise<R>,
  otherwise: (refused: Refused, error: unknown) => F,
): Promise<R | F> {
  try {
    return await read();
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    return otherwise(refused, error);
  }
}

/** The approval for lack of which a step failed, the approvers who count already, and the gate's sentence. */
export function wantedApproval(error: unknown): FurtherApproval | undefined {
  const wanted = failureOf(error, PROOF_REFUSED)?.details?.[0] as WantedApproval | undefined;
  return wanted && { ...wanted, why: inWords(error) };
}

/** The holder's name and how well it fits, if an account was not set because people must confirm it first. */
export const differingHolder = (error: unknown) =>
  failureOf(error, HOLDER_DIFFERS)?.details as [verdict: NameVerdict, name?: string] | undefined;

/** Whether the gate or the fence refused a step. */
export const isRefusedByGate = (error: unknown): boolean => failureOf(error, PROOF_REFUSED) !== undefined;

/** Whether a write may or may not have taken effect: the reply was lost, or the worker that sent it. */
export function isOutcomeUnknown(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof TimeoutFailure) return true;
  return cause instanceof ApplicationFailure && cause.type === OUTCOME_UNKNOWN;
}

/** A failed step in plain words, without anything personal. */
export function inWords(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal) {
    const { about, status, refusal: words } = refusal;
    return [about ?? [], `the bank refused it (${status})`, masked(words)].flat().join(': ');
  }
  if (isOutcomeUnknown(error)) return 'the reply was lost, so it may have taken effect or not';
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof Error ? masked(cause.message) : 'an unknown failure';
}
