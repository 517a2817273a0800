import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import type { WantedApproval } from '../../domain/case/agreement';
import {
  HOLDER_DIFFERS,
  OUTCOME_UNKNOWN,
  PROOF_REFUSED,
  REQUEST_REFUSED,
} from '../../domain/wire/failure-types';
import { isRefusal, refusals } from '../../bank/contract/refusals';
import type { NameVerdict } from '../../domain/names/matching';
import { masked } from '../../domain/names/personal-data';

/** What the bank said when it refused. */
export interface Refusal {
  readonly status: number;
  readonly refusal: string;
  /** What it complains of, where it names fields. */
  readonly fields?: readonly { readonly param?: string }[];
}

/** Which approval the gate asks for beyond what was approved, and why. */
export interface FurtherApproval extends WantedApproval {
  readonly why: string;
}

/** The bank's refusal behind a failed activity, if that is what it was. */
export function refusalOf(error: unknown): Refusal | undefined {
  return failureOf(error, REQUEST_REFUSED)?.details?.[0] as Refusal | undefined;
}

/** What is behind a failed activity, where it is of this type. */
function failureOf(error: unknown, type: string): ApplicationFailure | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.type === type ? cause : undefined;
}

/** A read; where the bank refuses it, what that means. */
export async function unlessRefused<R, F>(
  read: () => Promise<R>,
  otherwise: (refused: Refusal, error: unknown) => F,
): Promise<R | F> {
  try {
    return await read();
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    return otherwise(refused, error);
  }
}

/** Which approval the gate wants where a step failed for want of it, who counts already, and the gate's sentence. */
export function wantedApproval(error: unknown): FurtherApproval | undefined {
  const wanted = failureOf(error, PROOF_REFUSED)?.details?.[0] as WantedApproval | undefined;
  return wanted && { ...wanted, why: inWords(error) };
}

/** How well the holder's name fits where an account was not set since people have to confirm it first. */
export const holderVerdict = (error: unknown): NameVerdict | undefined =>
  failureOf(error, HOLDER_DIFFERS)?.details?.[0] as NameVerdict | undefined;

/** Whether the gate, or the fence, did not let a step out. */
export const isRefusedByGate = (error: unknown): boolean => failureOf(error, PROOF_REFUSED) !== undefined;

/** Whether a refusal has words that the document does not have, and names no field: what it means, a read must tell. */
export const isInOtherWords = ({ status, refusal: message, fields = [] }: Refusal): boolean =>
  !Object.values(refusals).some((documented) => isRefusal({ status, message }, documented)) &&
  fields.every(({ param }) => param === undefined);

/** Whether a write may or may not have taken effect: the reply was lost, or the worker that sent it. */
export function isOutcomeUnknown(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof TimeoutFailure) return true;
  return cause instanceof ApplicationFailure && cause.type === OUTCOME_UNKNOWN;
}

/** A failed step in plain words, without anything personal. */
export function inWords(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal) return `the bank refused it (${refusal.status}): ${masked(refusal.refusal)}`;
  if (isOutcomeUnknown(error)) return 'the reply was lost, so it may have taken effect or not';
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof Error ? masked(cause.message) : 'an unknown failure';
}
