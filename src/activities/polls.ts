import type { Pace } from '../domain/cadence';
import type { Instalment } from '../domain/repayment-calendar';
import { APPLICATION_STATUSES } from '../service/contract/loan-applications';
import type { Client } from '../service/client';
import { RequestRefusedError } from '../service/errors';
import { poll, settled, still, type Look } from './poll';

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
  /** After the payout was taken: an unknown reference is one that cannot be seen yet. */
  awaitPayoutOutcome(input: Paced<{ reference: string }>): Promise<PayoutOutcome>;
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

interface PayoutOutcome {
  readonly status: (typeof PAYOUT_ENDS)[number];
  readonly message: string;
  readonly amountKobo: number;
  readonly feeKobo: number;
  readonly uniqueRef: string;
}

export function createPolls(service: Client): Polls {
  return {
    awaitKycDecision: poll(async ({ customerId }, limits) => {
      const { kyc_status: status, rejection_reason: reason } = await service.getKycStatus(
        { customerId },
        limits,
      );
      if (!isOneOf(KYC_DECISIONS, status)) return still('KYC', status);
      return settled({ status, ...(reason != null && { reason }) });
    }),

    awaitBankStatement: poll(async ({ applicationId }, limits) => {
      const { status } = await service.getBankStatementStatus({ applicationId }, limits);
      return isOneOf(STATEMENT_ENDS, status) ? settled({ status }) : still('the bank statement', status);
    }),

    awaitLoanDecision: poll(async ({ applicationId }, limits) => {
      const { status, decline_reasons } = await service.getLoanApplication({ applicationId }, limits);
      if (!isOneOf(DECIDED, status)) return still('the application', status);
      return settled({ status, declineReasons: decline_reasons ?? [] });
    }),

    awaitDisbursement: poll(async ({ applicationId }, limits): Promise<Look<Disbursement>> => {
      const { status, offer_status, loan_id } = await service.getLoanApplication({ applicationId }, limits);
      if (isOneOf(ENDS_WITHOUT_LOAN, status)) return settled({ status });
      if (status === 'DISBURSED' && loan_id) return settled({ status, loanId: loan_id });
      const isSentBack = status === 'OFFER_ACCEPTED' && offer_status === 'PENDING';
      return isSentBack ? settled({ status: 'SENT_BACK' }) : still('the disbursement', status);
    }),

    awaitBankUptime: poll(async ({ bankCode, minimumUptime }, limits) => {
      const banks = await service.listBankUptime({}, limits);
      const bank = banks.find((entry) => [entry.cbnBankCode, entry.nipBankCode].includes(bankCode));
      if (bank && bank.uptime < minimumUptime) return { still: 'the bank is hardly reachable' };
      return settled(bank ? { uptime: bank.uptime } : {});
    }),

    awaitPayoutOutcome: poll(async ({ reference }, limits) => {
      const payout = await service.getPayoutStatus({ reference }, limits).catch(absent);
      if (!payout) return { still: 'the payout cannot be seen yet' };
      const { status, message, amount: amountKobo, fee: feeKobo, uniqueRef } = payout;
      if (!isOneOf(PAYOUT_ENDS, status)) return still('the payout', status);
      return settled({ status, message, amountKobo, feeKobo, uniqueRef });
    }),

    awaitInstalmentPaid: poll(async ({ loanId, dueOn }, limits) => {
      const { schedule } = await service.getRepaymentSchedule({ loanId }, limits);
      const due = schedule.find(({ dueDate }) => dueDate === dueOn);
      if (due?.status !== 'PAID') return still(`the instalment due on ${dueOn}`, due?.status ?? '');
      return settled({ instalments: schedule.map(instalment) });
    }),
  };
}

type ScheduleItem = Awaited<ReturnType<Client['getRepaymentSchedule']>>['schedule'][number];

const instalment = ({ dueDate, totalDue, paidAmount, status }: ScheduleItem): Instalment => ({
  dueOn: dueDate,
  totalDueKobo: totalDue,
  paidKobo: paidAmount,
  status,
});

function absent(error: unknown): undefined {
  if (error instanceof RequestRefusedError && error.status === 404) return undefined;
  throw error;
}

function isOneOf<const T extends readonly string[]>(values: T, value: string): value is T[number] {
  return values.includes(value);
}
