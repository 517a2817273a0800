import { Context } from '@temporalio/activity';
import type { CallLimits } from '../../bank/exchange';
import { contentDigest } from '../../authority/digest';
import type { Authorisation, ChargeAuthorisation, SendMark } from '../../domain/case/send-authorisation';
import { claimsIn } from '../../domain/case/acts';
import { subjectOf } from '../../domain/case/agreement';
import type { AuthorityMode } from '../../domain/case/proof';
import { lowerLimits, type DailyLimits } from '../../domain/payout/policy';
import type { ChargeMandate } from '../../domain/loan/input';
import { businessNow, type Clock } from '../../domain/time/clock';
import { lagosDayOf } from '../../domain/time/lagos-days';
import { loanOfCharge } from '../../domain/repayment/charge';
import type { EffectLimits, MoneyEffect } from '../../records/effects/effect';

export type Moving = (typeof MOVING)[number];

/** The operations that move money, or let more of it be moved. */
export const MOVING = ['createPayout', 'flushAccount', 'chargeRepayment', 'updateTransferLimits'] as const;

export const isMoving = (name: string): name is Moving => MOVING.some((moving) => moving === name);

/** The part of an order that the fence reads. */
export interface MovingOrder {
  /** Missing in orders without one: the workflow id then takes its place. */
  readonly reference?: string;
  readonly amount?: number;
  readonly source?: { readonly account_number: string };
  readonly account_number?: string;
  readonly loanId?: string;
}

export interface FencedSend {
  readonly name: Moving;
  readonly order: MovingOrder;
  /** Charges of the same mandate that took nothing. */
  readonly untaken?: readonly string[] | undefined;
  readonly authorisation: unknown;
  readonly mark?: SendMark | undefined;
  readonly limits: CallLimits;
}

export interface FenceTerms {
  readonly mode: AuthorityMode;
  readonly dailyLimits: DailyLimits;
  readonly clock: Clock;
}

/** The proof that came with a send; the gate has checked it in the mode `signed`. */
type Given = Partial<Authorisation & ChargeAuthorisation>;

interface Sending {
  readonly effect: MoneyEffect;
  readonly limits: EffectLimits;
}

/** The order's reference, or else the id of the case's workflow. */
export const referenceOf = ({ reference }: MovingOrder): string =>
  reference ?? Context.current().info.workflowExecution?.workflowId ?? '';

/** A send as the fence knows it, and the limits that hold for it. */
export function sendingOf(
  { name, order, untaken, authorisation: given, mark }: FencedSend,
  terms: FenceTerms,
): Sending {
  const proof = terms.mode === 'signed' ? (Object(given) as Given) : {};
  const { workflowExecution, activityId, attempt: number } = Context.current().info;
  const effect = {
    reference: referenceOf(order),
    runId: workflowExecution?.runId ?? '',
    attempt: { activityId, number },
    day: lagosDayOf(businessNow(terms.clock, Date.now())),
    ...(mark && { mark }),
  };
  if (name === 'chargeRepayment') return chargeOf({ ...effect, untaken }, order, proof);
  // A change of limits moves nothing by itself.
  if (name === 'updateTransferLimits') return { effect: fromAccount('limits', effect, order), limits: {} };
  const maker = claimsIn(proof.start?.act)?.sub;
  const ordered = fromAccount(name === 'flushAccount' ? 'flush' : 'payout', effect, order);
  return {
    effect: { ...ordered, ...(maker !== undefined && { maker: subjectOf(maker) }) },
    limits: lowerLimits(terms.dailyLimits, proof.policy?.dailyLimits),
  };
}

type Common = Pick<MoneyEffect, 'reference' | 'runId' | 'attempt' | 'day' | 'mark' | 'untaken'>;

const fromAccount = (kind: MoneyEffect['kind'], effect: Common, order: MovingOrder): MoneyEffect => ({
  ...effect,
  kind,
  digest: contentDigest([kind, order]),
  account: order.source?.account_number ?? order.account_number ?? '',
  amountKobo: order.amount ?? 0,
});

/** The due amount may change between two sends of a charge: the digest leaves it out. */
function chargeOf(effect: Common, { loanId = '', amount = 0 }: MovingOrder, proof: Given): Sending {
  const { policy } = Object(proof.start?.fields) as { policy?: { mandate?: Partial<ChargeMandate> } };
  const isByMandate = proof.start !== undefined && proof.asked === undefined;
  return {
    effect: {
      ...effect,
      kind: 'charge',
      digest: contentDigest(['charge', loanId, effect.reference]),
      account: `loan ${loanId}`,
      ...(isByMandate && { mandate: loanOfCharge(effect.reference) }),
      amountKobo: amount,
    },
    limits: { mandateKobo: policy?.mandate?.inAllKobo },
  };
}
