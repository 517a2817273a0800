import { isRefusal, refusals } from '../../bank/contract/refusals';
import type { TogetherAct } from '../case/proof';
import { nairaText } from '../money/amounts';
import { GRACE_SECONDS } from '../time/activity-timeouts';
import type { Instalment } from './instalments';

/** A charge to be sent: exactly this amount, and only while the bank shows the schedule as it is known. */
export interface ChargeRequest {
  readonly loanId: string;
  readonly reference: string;
  readonly amountKobo: number;
  readonly known: readonly Instalment[];
  /** Earlier charges of the loan that took nothing, by their references; the mandate is not used up by them. */
  readonly untaken?: readonly string[];
}

/** What the bank makes of a charge, and the schedule as it was read right before. */
export interface ChargeOutcome {
  /**
   * `PENDING`: the bank has said neither that it took the money nor that it did not. `CHANGED`: the schedule is not as the
   * request says, so nothing was sent.
   */
  readonly status: 'TAKEN' | 'NOT_TAKEN' | 'PENDING' | 'CHANGED';
  /** What the bank says it took, perhaps less than was asked for; 0 unless it took any. */
  readonly takenKobo: number;
  readonly instalments: readonly Instalment[];
}

/** What a charge has come to, as the worker or the workflow heard it; `LOST` where no reply came. */
export interface ChargeAnswer {
  readonly status: ChargeOutcome['status'] | 'LOST';
  readonly takenKobo?: number;
  /** Why it was refused. */
  readonly refusal?: string;
}

/** What an officer wants charged now: all that is due by a day, or a part of the oldest instalment. */
export interface AskedCharge {
  readonly dueBy: string;
  readonly atMostKobo?: number | undefined;
  /** The act by which; none where messages name their own actors. */
  readonly proof?: TogetherAct | undefined;
}

/** One charge of one instalment, and what became of it. Amounts are kobo, instants business milliseconds. */
export interface Charge {
  readonly reference: string;
  readonly dueOn: string;
  readonly askedKobo: number;
  /** What was paid of the instalment right before it went out. */
  readonly paidBeforeKobo: number;
  readonly madeAtMs: number;
  /** `BEGUN`: to be sent, or under way. `UNANSWERED`: it may have arrived. `PENDING`: accepted, or perhaps so. */
  readonly status: 'BEGUN' | 'UNANSWERED' | 'PENDING' | 'TAKEN' | 'NOT_TAKEN';
  /** How often it was sent. */
  readonly sends: number;
  /** Since when it is open after its last send. */
  readonly openSinceMs?: number;
  readonly takenKobo?: number;
  readonly refusal?: string;
  /** Set where its instalment was moved, or left the schedule as others came: it is not sent again, and missing tells nothing. */
  readonly isUntraceable?: true;
  /** Set where the schedule alone says that it was taken: somebody may have transferred the same amount. */
  readonly isBySchedule?: true;
  /** Set where a person knows that it was taken although the schedule does not show it: then it is booked elsewhere. */
  readonly isElsewhere?: true;
  /** Set where an officer has asked for it, whatever became of that: the policy counts its own charges. */
  readonly isByOfficer?: true;
  /** What an officer wants of it, until that is taken back. */
  readonly asked?: AskedCharge | undefined;
}

/** Whether it is not known what became of a charge: nothing else of its loan is charged meanwhile. */
export const isOpen = ({ status }: Charge): boolean => status !== 'TAKEN' && status !== 'NOT_TAKEN';

/** Whether the bank took less than it was asked for. */
export const isTakenInPart = ({ status, takenKobo = 0, askedKobo }: Charge): boolean =>
  status === 'TAKEN' && takenKobo < askedKobo;

/** What is paid of an instalment once a charge was taken, unless something else is paid of it; never more than is due. */
export const paidAfter = ({ paidBeforeKobo, askedKobo, takenKobo }: Charge, totalDueKobo: number): number =>
  Math.min(totalDueKobo, paidBeforeKobo + (takenKobo ?? askedKobo));

/** Looks until an unanswered charge counts as absent: each wait is twice the one before, 34 hours in all. */
const LOOKS = 11;

/** Until when a charge may still be settled of which no reply has said what became, in business milliseconds. */
export const settlesUntilMs = ({ openSinceMs, madeAtMs }: Charge): number =>
  lookAtMs(openSinceMs ?? madeAtMs, LOOKS);

const lookAtMs = (sinceMs: number, look: number) => sinceMs + GRACE_SECONDS * (2 ** look - 1) * 1000;

/**
 * When to look next at something that is unclear since an instant and was looked at last at another: ever more slowly, as
 * a bank may settle a charge 34 hours later. Nothing once that time is over.
 */
export function nextLookAt(sinceMs: number, lookedAtMs: number): number | undefined {
  const looksMs = Array.from({ length: LOOKS }, (_, place) => lookAtMs(sinceMs, place + 1));
  return looksMs.find((atMs) => atMs > lookedAtMs);
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

const IN_WORDS: Readonly<Record<Charge['status'], string>> = {
  BEGUN: 'begun',
  TAKEN: 'charged',
  PENDING: 'the bank may have accepted the charge, and has not settled it yet',
  NOT_TAKEN: 'not charged',
  UNANSWERED: 'no reply; the schedule will show whether it was taken',
};

/** What the timeline of a loan says of a charge. */
export const chargeText = ({ reference, dueOn, askedKobo, takenKobo = askedKobo, status }: Charge): string =>
  `${nairaText(takenKobo)} for the instalment due on ${dueOn}, charge ${reference}: ${IN_WORDS[status]}`;

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
