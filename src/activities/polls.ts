import type { Pace } from '../domain/cadence';
import type { Instalment } from '../domain/repayment-calendar';
import { APPLICATION_STATUSES } from '../service/contract/loan-applications';
import type { Client } from '../service/client';
import { settled, still, watch } from './poll';
import type { ApplicationFact } from './reads/application-facts';
import type { Look } from './reads/outlook';
import type { Outlooks } from './reads/outlooks';
import type { PayoutFact } from './reads/payout-facts';

type Paced<T> = T & { readonly pace: Pace };

const KYC_DECISIONS = ['VERIFIED', 'REJECTED'] as const;
const STATEMENT_ENDS = ['COMPLETED', 'FAILED'] as const;
const PAYOUT_ENDS = ['SUCCESS', 'FAILED', 'REVERSED'] as const;
const ENDS_WITHOUT_LOAN = ['DECLINED', 'OFFER_EXPIRED', 'OFFER_DECLINED'] as const;
const UNDECIDED = ['PENDING', 'KYC_PROCESSING'] as const;

type Decided = Exclude<(typeof APPLICATION_STATUSES)[number], (typeof UNDECIDED)[number]>;
const DECIDED = APPLICATION_STATUSES.filter((status) => !isOneOf(UNDECIDED, status)) as Decided[];

/** Waiting for the service, by asking; only the documented statuses end a wait, any other means "not yet". */
export interface Polls {
  awaitKycDecision(input: Paced<{ customerId: string }>): Promise<KycDecision>;
  awaitBankStatement(
    input: Paced<{ applicationId: string }>,
  ): Promise<{ status: (typeof STATEMENT_ENDS)[number] }>;
  /** Any documented status but those of an application that is still being decided. */
  awaitLoanDecision(input: Paced<{ applicationId: string }>): Promise<LoanDecision>;
  /** After post-offer KYC was saved. `SENT_BACK`: its review failed, and it has to be saved again. */
  awaitDisbursement(input: Paced<{ applicationId: string }>): Promise<Disbursement>;
  /** The bank answers at least so many of a hundred transfers, or is not in the list any more. */
  awaitBankUptime(input: Paced<{ bankCode: string; minimumUptime: number }>): Promise<{ uptime?: number }>;
  /**
   * After the payout was taken: an unknown reference is one that cannot be seen yet. With its source and amount, one
   * page of the account's transactions may settle it together with others.
   */
  awaitPayoutOutcome(input: Paced<AwaitedPayout>): Promise<PayoutOutcome>;
  /** `dueOn` is the instalment's due date, as the schedule has it; nobody looks before `notBefore` by itself. */
  awaitInstalmentPaid(
    input: Paced<{ loanId: string; dueOn: string; notBefore: string }>,
  ): Promise<{ instalments: Instalment[] }>;
}

interface KycDecision {
  readonly status: (typeof KYC_DECISIONS)[number];
  readonly reason?: string;
}

interface LoanDecision {
  readonly status: Decided;
  readonly declineReasons: readonly string[];
}

type Disbursement =
  | { readonly status: 'DISBURSED'; readonly loanId: string }
  | { readonly status: 'SENT_BACK' | (typeof ENDS_WITHOUT_LOAN)[number] };

/** A payout that was sent; without its account and amount, only its own status tells. */
interface AwaitedPayout {
  readonly reference: string;
  readonly sourceAccountNumber?: string;
  readonly amountKobo?: number;
}

interface PayoutOutcome {
  readonly status: (typeof PAYOUT_ENDS)[number];
  readonly message: string;
  readonly amountKobo: number;
  /** Left out where only the account's transactions were read and did not show it. */
  readonly feeKobo?: number;
  readonly uniqueRef: string;
}

/** The waits, each by what its outlook shows. */
export function createPolls(outlooks: Outlooks): Polls {
  const { pace, kyc, bankStatements, applications, schedules } = outlooks;
  const thrift = () => pace.thrift;
  return {
    awaitKycDecision: watch({
      thrift,
      outlook: () => kyc,
      key: ({ customerId }) => customerId,
      judge: ({ kyc_status: status, rejection_reason: reason }) =>
        isOneOf(KYC_DECISIONS, status)
          ? settled({ status, ...(reason != null && { reason }) })
          : still('KYC', status),
    }),

    awaitBankStatement: watch({
      thrift,
      outlook: () => bankStatements,
      key: ({ applicationId }) => applicationId,
      judge: ({ status }) =>
        isOneOf(STATEMENT_ENDS, status) ? settled({ status }) : still('the bank statement', status),
    }),

    awaitLoanDecision: watch({
      thrift,
      outlook: () => applications,
      key: ({ applicationId }) => applicationId,
      judge: ({ status, decline_reasons }) =>
        isOneOf(DECIDED, status)
          ? settled({ status, declineReasons: decline_reasons ?? [] })
          : still('the application', status),
    }),

    awaitDisbursement: watch({
      thrift,
      outlook: () => applications,
      key: ({ applicationId }) => applicationId,
      judge: disbursementIn,
    }),

    awaitBankUptime: watch({
      thrift,
      outlook: () => outlooks.uptimes,
      key: ({ bankCode }) => bankCode,
      judge: (banks, { bankCode, minimumUptime }) => {
        const bank = banks.find((entry) => [entry.cbnBankCode, entry.nipBankCode].includes(bankCode));
        if (bank && bank.uptime < minimumUptime) return { still: 'the bank is hardly reachable' };
        return settled(bank ? { uptime: bank.uptime } : {});
      },
    }),

    awaitPayoutOutcome: watch<Paced<AwaitedPayout>, PayoutFact, PayoutOutcome>({
      thrift,
      outlook: ({ sourceAccountNumber }) => outlooks.payoutsOf(sourceAccountNumber),
      key: ({ reference }) => reference,
      judge: outcomeIn,
    }),

    awaitInstalmentPaid: watch({
      thrift,
      outlook: () => schedules,
      key: ({ loanId }) => loanId,
      judge({ schedule }, { dueOn }) {
        const due = schedule.find(({ dueDate }) => dueDate === dueOn);
        if (due?.status !== 'PAID') return still(`the instalment due on ${dueOn}`, due?.status ?? '');
        return settled({ instalments: schedule.map(instalment) });
      },
    }),
  };
}

function disbursementIn({ status, offer_status, loan_id }: ApplicationFact): Look<Disbursement> {
  if (isOneOf(ENDS_WITHOUT_LOAN, status)) return settled({ status });
  if (status === 'DISBURSED' && loan_id) return settled({ status, loanId: loan_id });
  const isSentBack = status === 'OFFER_ACCEPTED' && offer_status === 'PENDING';
  return isSentBack ? settled({ status: 'SENT_BACK' }) : still('the disbursement', status);
}

/** A list of transactions is believed when it shows what was sent; whatever else it shows, the status tells. */
function outcomeIn(
  { isWhole, status, ...outcome }: PayoutFact,
  { amountKobo }: AwaitedPayout,
): Look<PayoutOutcome> {
  if (status === '') return { still: 'the payout cannot be seen yet' };
  if (!isWhole && (status === 'UNCLEAR' || outcome.amountKobo !== amountKobo)) return { unclear: true };
  return isOneOf(PAYOUT_ENDS, status) ? settled({ status, ...outcome }) : still('the payout', status);
}

type ScheduleItem = Awaited<ReturnType<Client['getRepaymentSchedule']>>['schedule'][number];

const instalment = ({ dueDate, totalDue, paidAmount, status }: ScheduleItem): Instalment => ({
  dueOn: dueDate,
  totalDueKobo: totalDue,
  paidKobo: paidAmount,
  status,
});

function isOneOf<const T extends readonly string[]>(values: T, value: string): value is T[number] {
  return values.includes(value);
}
