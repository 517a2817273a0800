import type { RepaymentPolicy } from '../../src/domain/loan/input';
import type { Fault } from '../../sandbox/faults';
import type { ChosenReadings } from '../../sandbox/readings/readings';
import type { Course } from '../../sandbox/scenarios/courses';

/** How a payout goes at the bank: the first sends may be refused, before it takes one. */
export interface PlannedCourse extends Partial<Course<'payout'>> {
  readonly refusedTimes?: number;
}

/** A case that a program may start. Amounts are kobo. */
export type PlannedCase =
  | {
      readonly kind: 'payout' | 'flush';
      readonly amountKobo: number;
      readonly source: string;
      /** How the name that was typed fits that of the account. */
      readonly holder: 'match' | 'close' | 'other';
      readonly course: PlannedCourse;
    }
  | {
      readonly kind: 'batch';
      readonly rows: readonly { readonly amountKobo: number; readonly course: PlannedCourse }[];
    }
  | { readonly kind: 'limits'; readonly dailyNaira: number }
  | {
      readonly kind: 'repayment';
      readonly principalKobo: number;
      readonly months: number;
      readonly policy: RepaymentPolicy;
      readonly borrower: Partial<Course<'borrower'>>;
      /** Whether the borrower's account has the money from the start. */
      readonly funded: boolean;
    }
  | { readonly kind: 'loan'; readonly months: number };

/** What happens at the bank without anybody of ours. */
export const BANK_ACTS = [
  'reverse',
  'borrowerPays',
  'borrowerWithdraws',
  'borrowerGetsMoney',
  'foreignDebit',
  'income',
] as const;

/** One thing that happens. A person is a number; a command is one by name, or a share of those that the case offers. */
export type Step =
  | { readonly do: 'start'; readonly case: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | {
      readonly do: 'tell';
      readonly case: number;
      readonly command: string | number;
      readonly person: number;
      /** Chooses among the values of the command's fields. */
      readonly choice: number;
      readonly again?: 'atOnce' | 'late';
    }
  /** People do what the case asks for now. */
  | { readonly do: 'oblige'; readonly case: number }
  | {
      readonly do: 'bank';
      readonly act: (typeof BANK_ACTS)[number];
      readonly case: number;
      readonly share: number;
    }
  | { readonly do: 'break'; readonly fault: Fault }
  | { readonly do: 'mend' }
  | { readonly do: 'lose'; readonly results: number; readonly how: 'killed' | 'failedByOther' }
  /** The database of the records is away for so long. */
  | { readonly do: 'database'; readonly minutes: number }
  | { readonly do: 'terminate'; readonly case: number; readonly then: 'adopt' | 'restore' }
  | { readonly do: 'stricter'; readonly approvals: number }
  | { readonly do: 'night' };

/** A world, and what happens in it. One seed stands for one program. */
export interface Program {
  readonly seed: number;
  /** When it begins, in Lagos: MM-DDTHH:MM. */
  readonly beginsAt: string;
  readonly readings: ChosenReadings;
  /** How many approvals a payout takes, 0 for none; the most that may leave an account in a day. */
  readonly policy: { readonly approvals: number; readonly perAccountKobo?: number };
  /** Share of the bank's events that never arrive. */
  readonly eventsLost: number;
  readonly cases: readonly PlannedCase[];
  readonly steps: readonly Step[];
}
