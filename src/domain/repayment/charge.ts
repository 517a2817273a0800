import { isRefusal, refusals, type Refused } from '../../bank/contract/refusals';
import type { TogetherAct } from '../case/proof';
import type { TimelineEntry } from '../case/snapshot';
import { nairaText } from '../money/amounts';
import { GRACE_SECONDS } from '../time/activity-timeouts';
import type { Instalment } from './instalments';

/** A charge's reference: its instalment's due date (YYYY-MM-DD) and its number among the loan's charges. */
export const chargeReference = (loanReference: string, dueOn: string, attempt: number): string =>
  `${loanReference}-d${dueOn.replaceAll('-', '')}-a${attempt}`;

/** The loan that a charge belongs to, by the charge's reference; `undefined` for any other reference. */
export const loanOfCharge = (reference: string): string | undefined =>
  /^(.+)-d\d{8}-a\d+$/.exec(reference)?.[1];

/** An order to charge exactly this amount, only while the bank shows the known schedule. */
export interface ChargeRequest {
  readonly loanId: string;
  readonly reference: string;
  readonly amountKobo: number;
  readonly known: readonly Instalment[];
  /** References of the loan's charges that took nothing: they do not count against the mandate. */
  readonly untaken?: readonly string[];
}

/** The bank's result of a charge, and the schedule as read right before. */
export interface ChargeOutcome {
  /**
   * `PENDING`: the bank has said neither that it took the money nor that it did not. `CHANGED`: the schedule
   * differs from the known one, so the worker sent nothing.
   */
  readonly status: 'TAKEN' | 'NOT_TAKEN' | 'PENDING' | 'CHANGED';
  /** The amount that the bank says it took, perhaps less than asked; 0 if none. */
  readonly takenKobo: number;
  readonly instalments: readonly Instalment[];
}

/** The outcome of a charge as the worker or the workflow learnt it; `LOST` if no reply came. */
export interface ChargeAnswer {
  readonly status: ChargeOutcome['status'] | 'LOST';
  readonly takenKobo?: number;
  readonly refusal?: string;
}

/** An officer's order to charge now: all that is due by a day, or a part of the oldest instalment. */
export interface AskedCharge {
  readonly dueBy: string;
  readonly atMostKobo?: number | undefined;
  /** The officer's act; missing where messages name their own actors. */
  readonly proof?: TogetherAct | undefined;
}

/** One charge of one instalment, with its outcome. Amounts are kobo, instants business milliseconds. */
export interface Charge {
  readonly reference: string;
  readonly dueOn: string;
  readonly askedKobo: number;
  /** The amount paid of the instalment right before the charge. */
  readonly paidBeforeKobo: number;
  readonly madeAtMs: number;
  /** `BEGUN`: to be sent, or under way. `UNANSWERED`: it may have arrived. `PENDING`: perhaps accepted. */
  readonly status: 'BEGUN' | 'UNANSWERED' | 'PENDING' | 'TAKEN' | 'NOT_TAKEN';
  /** How often it was sent. */
  readonly sends: number;
  /** Since when its outcome has been open after the last send. */
  readonly openSinceMs?: number;
  readonly takenKobo?: number;
  readonly refusal?: string;
  /** Set if its instalment was moved, or left the list as others came: its absence proves nothing. */
  readonly isUntraceable?: true;
  /** Set if only the schedule shows it as taken: somebody may have transferred the same amount. */
  readonly isBySchedule?: true;
  /** Set if a person knows that it was taken but the schedule does not show it: it is booked elsewhere. */
  readonly isElsewhere?: true;
  /** Set if an officer ever asked for it: the policy counts only its own charges. */
  readonly isByOfficer?: true;
  /** The officer's order for it, until it is withdrawn. */
  readonly asked?: AskedCharge | undefined;
}

/** Whether the outcome of a charge is unknown; until then its loan gets no other charge. */
export const isOpen = ({ status }: Charge): boolean => status !== 'TAKEN' && status !== 'NOT_TAKEN';

/** Whether the bank took less than it was asked for. */
export const isTakenInPart = ({ status, takenKobo = 0, askedKobo }: Charge): boolean =>
  status === 'TAKEN' && takenKobo < askedKobo;

/** The paid amount of an instalment after a charge, if nothing else was paid; at most what is due. */
export const paidAfter = ({ paidBeforeKobo, askedKobo, takenKobo }: Charge, totalDueKobo: number): number =>
  Math.min(totalDueKobo, paidBeforeKobo + (takenKobo ?? askedKobo));

/** Looks until an unanswered charge counts as absent: each wait is twice the one before, 34 hours in all. */
const LOOKS = 11;

/** Until when a charge of unknown outcome may still be settled, in business milliseconds. */
export const settlesUntilMs = ({ openSinceMs, madeAtMs }: Charge): number =>
  lookAtMs(openSinceMs ?? madeAtMs, LOOKS);

const lookAtMs = (sinceMs: number, look: number) => sinceMs + GRACE_SECONDS * (2 ** look - 1) * 1000;

/**
 * The next look at something unclear, by when it became so and the last look: ever more slowly, as a bank may
 * settle a charge 34 hours later; `undefined` once that time is over.
 */
export function nextLookAt(sinceMs: number, lookedAtMs: number): number | undefined {
  const looksMs = Array.from({ length: LOOKS }, (_, place) => lookAtMs(sinceMs, place + 1));
  return looksMs.find((atMs) => atMs > lookedAtMs);
}

const CONFLICT = 409;

/** Whether the refusal of a charge may mean that the bank has its reference, and perhaps has taken the money. */
export const isOfUsedReference = (refused: Refused): boolean =>
  refused.status === CONFLICT ||
  isRefusal(refused, refusals.repaymentReferenceReused) ||
  (refused.fields ?? []).some(({ param }) => param === 'reference');

const IN_WORDS: Readonly<Record<Charge['status'], string>> = {
  BEGUN: 'begun',
  TAKEN: 'charged',
  PENDING: 'the bank may have accepted the charge, and has not settled it yet',
  NOT_TAKEN: 'not charged',
  UNANSWERED: 'no reply; the schedule will show whether it was taken',
};

/** A charge as the timeline of its loan shows it. */
export const chargeText = ({ reference, dueOn, askedKobo, takenKobo = askedKobo, status }: Charge): string =>
  `${nairaText(takenKobo)} for the instalment due on ${dueOn}, charge ${reference}: ${IN_WORDS[status]}`;

const NAMED_MAX = 3;

const chargeIn = ({ what }: Pick<TimelineEntry, 'what'>) => /, charge (\S+): /.exec(what)?.[1];

/** The latest charges of a timeline, each by the last entry that tells of it. */
export const chargesIn = <E extends Pick<TimelineEntry, 'what'>>(timeline: readonly E[]): readonly E[] =>
  timeline
    .filter((entry, place) => {
      const charge = chargeIn(entry);
      return charge !== undefined && timeline.slice(place + 1).every((later) => chargeIn(later) !== charge);
    })
    .slice(-NAMED_MAX);
