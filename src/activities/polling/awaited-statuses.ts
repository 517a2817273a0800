import type { Pace } from '../../domain/time/cadence';
import { instalmentsOf, paidKoboOf, type Instalment } from '../../domain/repayment/instalments';
import { masked } from '../../domain/names/personal-data';
import { APPLICATION_STATUSES } from '../../bank/contract/codes';
import { FINAL_STATUSES, type FinalStatus } from '../../domain/wire/bank-words';
import { CLOSED_WITHOUT_LOAN } from '../../domain/loan/application';
import { redact } from '../../bank/redaction';
import { pending, pollThrough, settled } from './poll';
import type { ApplicationFact, PayoutFact, Statuses } from './status-sources';
import type { Interpretation } from './waiter';

type Paced<T> = T & { readonly pace: Pace };

const KYC_DECISIONS = ['VERIFIED', 'REJECTED'] as const;
const STATEMENT_ENDS = ['COMPLETED', 'FAILED'] as const;
const UNDECIDED = ['PENDING', 'KYC_PROCESSING'] as const;

type Decided = Exclude<(typeof APPLICATION_STATUSES)[number], (typeof UNDECIDED)[number]>;
const DECIDED = APPLICATION_STATUSES.filter((status) => !isOneOf(UNDECIDED, status)) as Decided[];

type Disbursement =
  | { readonly status: 'DISBURSED'; readonly loanId: string }
  | { readonly status: 'SENT_BACK' | (typeof CLOSED_WITHOUT_LOAN)[number] };

/** A payout that was sent; without its account and amount, only its own status tells. */
export interface WatchedPayout {
  readonly reference: string;
  readonly sourceAccountNumber?: string;
  readonly amountKobo?: number;
}

/** The end of a payout, with the facts that were read: an account's transactions do not show all of them. */
export interface PayoutOutcome extends Omit<PayoutFact, 'isWhole'> {
  readonly status: FinalStatus;
}

/** Waiting for the bank, by asking; only the documented statuses end a wait, any other means "not yet". */
export function createPolls(statuses: Statuses) {
  const { feed, timing, kyc, bankStatements, applications, schedules } = statuses;
  const poll = pollThrough(feed, timing.now);
  return {
    awaitKycDecision: poll({
      reader: () => kyc,
      key: ({ customerId }: Paced<{ customerId: string }>) => customerId,
      interpret: ({ kyc_status: status, rejection_reason: reason }) =>
        isOneOf(KYC_DECISIONS, status)
          ? settled({ status, ...(reason != null && { reason: wordsOf(reason) }) })
          : pending('KYC', status, 'kyc'),
    }),

    awaitBankStatement: poll({
      reader: () => bankStatements,
      key: applicationIdOf,
      interpret: ({ status }) =>
        isOneOf(STATEMENT_ENDS, status)
          ? settled({ status })
          : pending('the bank statement', status, 'bankStatement'),
    }),

    /** Any documented status but those of an application that is still being decided. */
    awaitLoanDecision: poll({
      reader: () => applications,
      key: applicationIdOf,
      interpret: ({ status, decline_reasons }) =>
        isOneOf(DECIDED, status)
          ? settled({ status, declineReasons: (decline_reasons ?? []).slice(0, REASONS_MAX).map(wordsOf) })
          : pending('the application', status, 'application'),
    }),

    /** After post-offer KYC was saved. `SENT_BACK`: its review failed, and it has to be saved again, if it `goesOn`. */
    awaitDisbursement: poll({
      reader: () => applications,
      key: ({ applicationId }: Paced<{ applicationId: string; goesOn?: boolean }>) => applicationId,
      interpret: disbursementIn,
    }),

    /** Until the bank answers at least `minimumUptime` of a hundred transfers, or is no longer listed. */
    awaitBankUptime: poll({
      reader: () => statuses.uptimes,
      key: ({ bankCode }: Paced<{ bankCode: string; minimumUptime: number }>) => bankCode,
      interpret: (banks, { bankCode, minimumUptime }) => {
        const bank = banks.find((entry) => [entry.cbnBankCode, entry.nipBankCode].includes(bankCode));
        if (bank && bank.uptime < minimumUptime) return { pending: 'the bank is hardly reachable' };
        return settled<{ readonly uptime?: number }>(bank ? { uptime: bank.uptime } : {});
      },
    }),

    /**
     * After the payout was taken: an unknown reference cannot be seen yet. With its source and amount, one
     * page of the account's transactions may settle it together with others.
     */
    awaitPayoutOutcome: poll<Paced<WatchedPayout>, PayoutFact, PayoutOutcome>({
      reader: ({ sourceAccountNumber }) => statuses.payoutsOf(sourceAccountNumber),
      key: ({ reference }) => reference,
      interpret: outcomeIn,
      looksQuickly: true,
    }),

    /**
     * Until the schedule shows more as paid of the instalment due on `dueOn` than is `known`, lists it no longer, or lists it
     * although it is not known. Nothing is read before `notBefore` unless a person asks.
     */
    awaitInstalmentPaid: poll({
      reader: () => schedules,
      key: ({ loanId }: Paced<AwaitedInstalment>) => loanId,
      interpret({ schedule }, { dueOn, known }) {
        const instalments = instalmentsOf(schedule);
        const due = instalments.find((instalment) => instalment.dueOn === dueOn);
        const isMore = due && known ? paidKoboOf(due) > paidKoboOf(known) : due !== known;
        return isMore
          ? settled({ instalments })
          : pending(`the instalment due on ${dueOn}`, due?.status ?? '');
      },
    }),
  };
}

export type Polls = ReturnType<typeof createPolls>;

const applicationIdOf = ({ applicationId }: Paced<{ applicationId: string }>) => applicationId;

interface AwaitedInstalment {
  readonly loanId: string;
  readonly dueOn: string;
  readonly known?: Instalment | undefined;
  readonly notBefore: string;
}

/** Most reasons for a decline that are kept. */
const REASONS_MAX = 20;

/** The bank's words on its verdict, without personal data: they end in timelines and results. */
const wordsOf = (text: string): string => masked(redact(text, {}));

function disbursementIn(
  { status, offer_status, loan_id }: ApplicationFact,
  { goesOn = true }: { readonly goesOn?: boolean },
): Interpretation<Disbursement> {
  if (isOneOf(CLOSED_WITHOUT_LOAN, status)) return settled({ status });
  if (status === 'DISBURSED' && loan_id) return settled({ status, loanId: loan_id });
  const isSentBack = goesOn && status === 'OFFER_ACCEPTED' && offer_status === 'PENDING';
  return isSentBack ? settled({ status: 'SENT_BACK' }) : pending('the disbursement', status, 'application');
}

/** A list of transactions is believed if it shows what was sent; otherwise the status decides. */
function outcomeIn(
  { isWhole, status, ...outcome }: PayoutFact,
  { amountKobo }: WatchedPayout,
): Interpretation<PayoutOutcome> {
  if (status === '') return { pending: 'the payout cannot be seen yet' };
  if (!isWhole && (status === 'UNCLEAR' || outcome.amountKobo !== amountKobo)) return { unclear: true };
  return isOneOf(FINAL_STATUSES, status)
    ? settled({ status, ...outcome, message: wordsOf(outcome.message) })
    : pending('the payout', status, 'payout');
}

function isOneOf<const T extends readonly string[]>(values: T, value: string): value is T[number] {
  return values.includes(value);
}
