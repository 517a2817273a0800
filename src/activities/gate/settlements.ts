import { isRefusal, refusals } from '../../bank/contract/refusals';
import {
  BankUnavailableError,
  NotAuthorisedError,
  RateLimitedError,
  RequestRefusedError,
} from '../../bank/errors';
import type { MoneyEffect, Settlement } from '../../records/effects/effect';

const CONFLICT = 409;

/** What a reply changes of what was reserved; nothing where it is as it was. */
export function settlementBy({ kind, amountKobo }: MoneyEffect, reply: unknown): Settlement | undefined {
  const { amount, status } = Object(reply) as { amount?: unknown; status?: unknown };
  if (kind === 'charge' && status === 'FAILED') return { amountKobo: 0, wasSent: true };
  const isTaken = kind === 'flush' || (kind === 'charge' && status === 'SUCCESS');
  if (!isTaken || typeof amount !== 'number' || !(amount > 0) || amount === amountKobo) return undefined;
  return { amountKobo: Math.ceil(amount), wasSent: true };
}

/** What an error of a first send tells: a refusal for good frees it; what never went out stays reserved. */
export function settlementAfter({ amountKobo }: MoneyEffect, error: unknown): Settlement | undefined {
  if (error instanceof RequestRefusedError)
    return isClear(error) ? { amountKobo: 0, wasSent: false } : undefined;
  const neverWentOut = [RateLimitedError, BankUnavailableError, NotAuthorisedError].some(
    (kind) => error instanceof kind,
  );
  return neverWentOut ? { amountKobo, wasSent: false } : undefined;
}

/** Whether a refusal says that nothing was taken: in words that the document has, or naming a field; never a used reference. */
function isClear({ status, refusal: message, fields }: RequestRefusedError): boolean {
  const isOne = (...documented: (typeof refusals)[keyof typeof refusals][]) =>
    documented.some((one) => isRefusal({ status, message }, one));
  const { duplicateReference, repaymentReferenceReused } = refusals;
  if (status === CONFLICT || isOne(duplicateReference, repaymentReferenceReused)) return false;
  if (fields.some(({ param }) => param === 'reference')) return false;
  return isOne(...Object.values(refusals)) || fields.some(({ param }) => param !== undefined);
}
