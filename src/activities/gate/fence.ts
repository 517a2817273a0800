import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { BankClient } from '../../bank/client';
import { isInOtherWords, isRefusal, refusals } from '../../bank/contract/refusals';
import {
  RequestRefusedError,
  BankUnavailableError,
  NotAuthorisedError,
  RateLimitedError,
  unlessUnknown,
} from '../../bank/errors';
import type { CallLimits } from '../../bank/exchange';
import { nairaText } from '../../domain/money/amounts';
import { OUTCOME_UNKNOWN } from '../../domain/wire/failure-types';
import { UnreachableRecordsError } from '../../records/connection';
import type {
  Admission,
  AskedSend,
  EffectLimits,
  MoneyEffect,
  Settlement,
} from '../../records/effects/effect';
import type { MoneyEffects } from '../../records/effects/money-effects';
import { ProofRefused } from './proofs';
import { referenceOf, sendingOf, type FencedSend, type FenceTerms } from './sendings';
import { isOfUsedReference } from '../../domain/repayment/charge';

/** Without the database of the records nothing is sent for the first time. The message is a sentence for people. */
export class RecordsAway extends Error {
  override readonly name = 'RecordsAway';

  constructor(cause: unknown) {
    const away =
      cause instanceof UnreachableRecordsError ? 'cannot be reached' : 'did not answer as it should';
    super(`nothing was sent: the database of the records ${away}`);
  }
}

/** Lets each reference be sent once, whatever becomes of the case in Temporal, and keeps to the limits over all cases. */
export interface Fence {
  /** @throws ProofRefused, RecordsAway, ApplicationFailure (OUTCOME_UNKNOWN) where the bank is to be read first */
  send<R>(sending: FencedSend, call: () => Promise<R>): Promise<R>;
  /** @throws RecordsAway, ApplicationFailure (OUTCOME_UNKNOWN) where an attempt at this send may have gone out */
  requireUnsent(send: MarkedSend): Promise<void>;
}

/** A send of the case that asks, by its run or another one. */
export type MarkedSend = Omit<AskedSend, 'runId'>;

/** Stands in for the fence in a worker without records: it admits every send. */
export const NO_FENCE: Fence = { send: (_, call) => call(), requireUnsent: () => Promise.resolve() };

/**
 * Asks the fence from the second attempt on: somebody may have failed the first one from outside after it had sent.
 * @throws RecordsAway, ApplicationFailure (OUTCOME_UNKNOWN) where an earlier attempt may have gone out
 */
export const requireFirst = async (fence: Fence, { order, mark }: FencedSend): Promise<void> => {
  if (Context.current().info.attempt > 1) await fence.requireUnsent({ reference: referenceOf(order), mark });
};

type FenceReads = Pick<BankClient, 'getPayoutStatus' | 'getAccount'>;

/** The fence in the database of the records. */
export const createFence = (effects: MoneyEffects, bank: FenceReads, terms: FenceTerms): Fence => ({
  async send(sending, call) {
    const { effect: ordered, limits: most } = sendingOf(sending, terms);
    const effect = await withWhole(ordered, most, bank, sending.limits);
    const admit = (seenAbsent: boolean) => unlessAway(effects.admit(effect, most, seenAbsent));
    let admission = await admit(false);
    if ('isForged' in admission)
      Context.current().log.error(
        'The table money_effect has a row that no worker has written: the bank is read before anything is sent',
        { reference: effect.reference },
      );
    if (admission.what === 'doubted' && (await isAbsent(bank, effect, sending.limits)))
      admission = await admit(true);
    return settling(effects, effect, isFirst(admission, effect), call);
  },
  async requireUnsent(send) {
    const { runId = '' } = Context.current().info.workflowExecution ?? {};
    if (await unlessAway(effects.doubt({ ...send, runId }))) throw mayBeSent('it');
  },
});

/** A flush, whose amount only the bank knows, counts as the whole balance where a limit holds. */
async function withWhole(
  effect: MoneyEffect,
  { perMakerKobo, perAccountKobo }: EffectLimits,
  bank: FenceReads,
  limits: CallLimits,
): Promise<MoneyEffect> {
  if (effect.kind !== 'flush' || (perMakerKobo ?? perAccountKobo) === undefined) return effect;
  const { account } = await bank.getAccount({ account_number: effect.account }, limits);
  return { ...effect, amountKobo: Math.max(0, Math.ceil(account.available_balance)) };
}

/** Whether it is sent for the first time. @throws ProofRefused, ApplicationFailure (OUTCOME_UNKNOWN) */
function isFirst(admission: Admission, { kind }: MoneyEffect): boolean {
  if (admission.what === 'admitted') return admission.isFirst;
  if (admission.what === 'another')
    throw new ProofRefused(
      `another ${kind === 'limits' ? 'run or change of limits' : kind} was begun under this reference before`,
    );
  if (admission.what === 'overLimit')
    throw new ProofRefused(`${LIMITS[admission.limit]}; ${nairaText(admission.usedKobo)} of it is used`);
  throw mayBeSent(`this ${kind}`);
}

const mayBeSent = (what: string) =>
  ApplicationFailure.nonRetryable(
    `nothing was sent now: ${what} may have been sent before, and the bank must be read first`,
    OUTCOME_UNKNOWN,
  );

const LIMITS = {
  perMakerKobo: 'with it, the payouts of its maker on this day would pass the limit of the policy',
  perAccountKobo: 'with it, the payouts from its account on this day would pass the limit of the policy',
  mandateKobo: 'with it, the charges of its loan would pass what its mandate allows in all',
} as const;

/** A charge is only sent after a read of what is still due; a payout is looked for under its reference. */
async function isAbsent(bank: FenceReads, { kind, reference }: MoneyEffect, limits: CallLimits) {
  if (kind === 'charge') return true;
  return (await bank.getPayoutStatus({ reference }, limits).catch(unlessUnknown)) === null;
}

/** Tells the fence how the send ended. If that does not reach it, the amount stays reserved. */
async function settling<R>(
  effects: MoneyEffects,
  effect: MoneyEffect,
  isFirst: boolean,
  call: () => Promise<R>,
): Promise<R> {
  const settle = async (settlement: ReturnType<typeof settlementBy>) => {
    if (settlement) await effects.settle(effect, settlement).catch(() => undefined);
  };
  try {
    const reply = await call();
    await settle(settlementBy(effect, reply));
    return reply;
  } catch (error) {
    await settle(settlementAfter(effect, error, isFirst));
    throw error;
  }
}

/** An answer of the database of the records. @throws RecordsAway */
export const unlessAway = <R>(asked: Promise<R>): Promise<R> =>
  asked.catch((error: unknown) => {
    throw new RecordsAway(error);
  });

/** The settlement that a reply shows; `undefined` if it leaves open whether the money was taken. */
function settlementBy({ kind, amountKobo }: MoneyEffect, reply: unknown): Settlement | undefined {
  const { amount, status } = Object(reply) as { amount?: unknown; status?: unknown };
  if (kind === 'charge' && status === 'FAILED') return { what: 'took', amountKobo: 0 };
  if (kind === 'charge' && status !== 'SUCCESS') return undefined;
  const isTold = (kind === 'flush' || kind === 'charge') && typeof amount === 'number' && amount > 0;
  return { what: 'took', amountKobo: isTold ? Math.ceil(amount) : amountKobo };
}

/**
 * The settlement that an error shows. A final refusal of the first send frees its amount; one that never went
 * out keeps it reserved. A repeat only tells that it never went out: an earlier send may have arrived.
 */
function settlementAfter(
  { kind, amountKobo }: MoneyEffect,
  error: unknown,
  isFirst: boolean,
): Settlement | undefined {
  const neverWentOut = [RateLimitedError, BankUnavailableError, NotAuthorisedError].some(
    (one) => error instanceof one,
  );
  if (neverWentOut) return isFirst ? { what: 'unsent', amountKobo } : { what: 'notRepeated' };
  if (!isFirst || !(error instanceof RequestRefusedError)) return undefined;
  // A charge refused under a reference new to the bank has taken nothing, in whatever words.
  const tookNothing = kind === 'limits' || (kind === 'charge' ? !isOfUsedReference(error) : isClear(error));
  return tookNothing ? { what: 'unsent', amountKobo: 0 } : { what: 'refused' };
}

/** Whether documented words, or a named field, say that nothing was taken; never for a used reference. */
const isClear = (refused: RequestRefusedError): boolean =>
  !isOfUsedReference(refused) && !isRefusal(refused, refusals.duplicateReference) && !isInOtherWords(refused);
