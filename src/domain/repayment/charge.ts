import { isRefusal, refusals } from '../../bank/contract/refusals';
import type { Instalment } from './instalments';

/** One attempt to charge one instalment. */
export interface ChargeRequest {
  readonly loanId: string;
  /** Due date of the instalment, as the schedule has it. */
  readonly dueOn: string;
  readonly reference: string;
  /** Less than what is due, where an officer says so. */
  readonly atMostKobo?: number;
  /** What is paid of it at least: a schedule that shows less is not up to date, and nothing is charged by it. */
  readonly paidAtLeastKobo?: number;
}

/** What became of a charge, and the schedule with it: what the bank took is paid there. */
export interface ChargeOutcome {
  /** `PENDING`: the bank has said neither that it took the money nor that it did not. */
  readonly status: 'TAKEN' | 'NOT_TAKEN' | 'NO_MONEY' | 'PENDING' | 'NOTHING_DUE';
  readonly amountKobo: number;
  /** How much the bank was asked for; unknown where its reply was lost. */
  readonly askedKobo?: number;
  readonly instalments: readonly Instalment[];
}

/** Whether the bank says that it took less than it was asked for. */
export const isTakenInPart = ({ status, amountKobo, askedKobo }: ChargeOutcome): boolean =>
  status === 'TAKEN' && askedKobo !== undefined && amountKobo < askedKobo;

/** A charge that the bank has accepted and not settled. Nothing else is charged while there is one. */
export interface PendingCharge {
  readonly reference: string;
  readonly dueOn: string;
  readonly amountKobo: number;
  /** What was paid of the instalment before it. */
  readonly paidBeforeKobo: number;
}

/** Whether a schedule shows that a pending charge was taken. */
export function isTakenBy(schedule: readonly Instalment[], charge: PendingCharge): boolean {
  const instalment = schedule.find(({ dueOn }) => dueOn === charge.dueOn);
  return instalment !== undefined && instalment.paidKobo >= charge.paidBeforeKobo + charge.amountKobo;
}

const CONFLICT = 409;

/** Whether the refusal of a charge may mean that the bank has its reference, and perhaps has taken the money. */
export const isOfUsedReference = ({
  status,
  refusal,
  fields = [],
}: {
  readonly status: number;
  readonly refusal: string;
  readonly fields?: readonly { readonly param?: string }[];
}): boolean =>
  status === CONFLICT ||
  isRefusal({ status, message: refusal }, refusals.repaymentReferenceReused) ||
  fields.some(({ param }) => param === 'reference');

/** What a person has signed for charges that cannot be known in advance. */
export interface ChargeMandate {
  /** The most that one charge may take, in kobo. */
  readonly eachKobo: number;
  /** The most that all charges may take together; without it, no limit. */
  readonly inAllKobo?: number | undefined;
  /** The last day in Lagos (YYYY-MM-DD) on which it holds; without one, until the loan is repaid. */
  readonly until?: string | undefined;
}

/** So many times the loan's amount is more than one charge, and all charges, come to with interest and fees. */
const USUALLY = { each: 2, inAll: 3 };

/** The mandate of a person who has signed a loan that is to be charged, and has said no more about it. */
export const usualMandate = (loanKobo: number): ChargeMandate => ({
  eachKobo: USUALLY.each * loanKobo,
  inAllKobo: USUALLY.inAll * loanKobo,
});
