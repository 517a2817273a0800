import { isRefusal, refusals } from '../../bank/contract/refusals';
import {
  BankUnavailableError,
  NotAuthorisedError,
  RateLimitedError,
  RequestRefusedError,
} from '../../bank/errors';
import { isOfUsedReference } from '../../domain/repayment/charge';
import type { MoneyEffect, Settlement } from '../../records/effects/effect';

const CONFLICT = 409;

/** What a reply tells; `undefined` if it leaves open whether the money was taken. */
export function settlementBy({ kind, amountKobo }: MoneyEffect, reply: unknown): Settlement | undefined {
  const { amount, status } = Object(reply) as { amount?: unknown; status?: unknown };
  if (kind === 'charge' && status === 'FAILED') return { what: 'took', amountKobo: 0 };
  if (kind === 'charge' && status !== 'SUCCESS') return undefined;
  const isTold = (kind === 'flush' || kind === 'charge') && typeof amount === 'number' && amount > 0;
  return { what: 'took', amountKobo: isTold ? Math.ceil(amount) : amountKobo };
}

/**
 * What an error tells. A refusal for good of the first send frees its amount, and what never went out stays reserved; of a
 * repeat only that it never went out is told, as the send before may have arrived.
 */
export function settlementAfter(
  { kind, amountKobo }: MoneyEffect,
  error: unknown,
  isFirst: boolean,
): Settlement | undefined {
  const neverWentOut = [RateLimitedError, BankUnavailableError, NotAuthorisedError].some(
    (one) => error instanceof one,
  );
  if (neverWentOut) return isFirst ? { what: 'unsent', amountKobo } : { what: 'notRepeated' };
  if (!isFirst || !(error instanceof RequestRefusedError)) return undefined;
  const tookNothing = { payout: isClear, flush: isClear, charge: isOfFreshReference, limits: () => true }[
    kind
  ];
  return tookNothing(error) ? { what: 'unsent', amountKobo: 0 } : { what: 'refused' };
}

/** A charge that is refused under a reference that the bank did not have has taken nothing, in whatever words. */
const isOfFreshReference = (refused: RequestRefusedError): boolean => !isOfUsedReference(refused);

/** Whether a refusal says that nothing was taken: in words that the document has, or naming a field; never a used reference. */
function isClear({ status, refusal: message, fields }: RequestRefusedError): boolean {
  const isOne = (...documented: (typeof refusals)[keyof typeof refusals][]) =>
    documented.some((one) => isRefusal({ status, message }, one));
  const { duplicateReference, repaymentReferenceReused } = refusals;
  if (status === CONFLICT || isOne(duplicateReference, repaymentReferenceReused)) return false;
  if (fields.some(({ param }) => param === 'reference')) return false;
  return isOne(...Object.values(refusals)) || fields.some(({ param }) => param !== undefined);
}
