import { editionOf, type Agreed, type ByPolicy } from '../case/agreement';
import { stampDutyKobo } from '../money/duty';
import type { PayoutInput } from './input';
import type { ReturnedMoney } from './returned-money';
import type { StageTable } from '../case/waits';

/** The stages of a payout. SUCCESS, FAILED and REVERSED are the bank's words; CANCELLED is ours, before the send. */
export const payoutStages = {
  PREPARING: { title: 'Checking the beneficiary', next: ['APPROVAL', 'APPROVED', 'SUBMITTING', 'CANCELLED'] },
  APPROVAL: { title: 'To be approved', next: ['PREPARING', 'APPROVED', 'CANCELLED'], waitsFor: 'APPROVAL' },
  APPROVED: { title: 'Approved, not sent', next: ['PREPARING', 'APPROVAL', 'SUBMITTING', 'CANCELLED'] },
  SUBMITTING: {
    title: 'Sending',
    next: ['PREPARING', 'PENDING', 'SUCCESS', 'FAILED', 'REVERSED', 'CANCELLED'],
    movesMoney: true,
  },
  PENDING: {
    title: 'Sent, not settled',
    next: ['SUCCESS', 'FAILED', 'REVERSED'],
    waitsFor: 'PAYOUT_OUTCOME',
  },
  SUCCESS: { title: 'Paid', next: [], final: true },
  FAILED: { title: 'Failed', next: [], final: true },
  REVERSED: { title: 'Reversed', next: [], final: true },
  CANCELLED: { title: 'Cancelled before it was sent', next: [], final: true },
} as const satisfies StageTable;

export type PayoutStage = keyof typeof payoutStages;

const { SUCCESS, FAILED, REVERSED } = payoutStages;

/** The stages of a payout that ended as paid and may have been reversed since. */
export const reopenedPayoutStages = {
  REOPENED: {
    title: 'Reopened after it was paid',
    next: ['SUCCESS', 'FAILED', 'REVERSED'],
    waitsFor: 'PAYOUT_OUTCOME',
  },
  SUCCESS,
  FAILED,
  REVERSED,
} as const satisfies StageTable;

export type ReopenedPayoutStage = keyof typeof reopenedPayoutStages;

/** The end of a payout. FAILED, REVERSED and CANCELLED are outcomes, not errors. */
export interface PayoutResult extends ByPolicy, Agreed {
  readonly reference: string;
  readonly status: 'SUCCESS' | 'FAILED' | 'REVERSED' | 'CANCELLED';
  readonly amountKobo: number;
  readonly sourceAccountNumber: string;
  readonly beneficiary: {
    readonly bankCode: string;
    readonly bankName: string;
    readonly accountNumber: string;
    /** The given name; missing, like maker and remark, in results from before the field existed. */
    readonly accountName?: string;
  };
  readonly createdBy?: string;
  readonly remark?: string;
  /** When we sent it; missing if we never did. */
  readonly sentAt?: string;
  readonly feeKobo?: number;
  /** The stamp duty that it costs us; missing in results from before the field existed. */
  readonly dutyKobo?: number;
  /** The bank's own reference, to be quoted in a complaint. */
  readonly uniqueRef?: string;
  readonly reason?: string;
  /** The returns that a person has looked into; they do not reopen it again. */
  readonly returned?: readonly ReturnedMoney[];
}

export function resultWithoutStatus(
  input: PayoutInput,
  { sentAt }: { readonly sentAt: string | undefined },
): Omit<PayoutResult, 'status'> {
  const { reference, createdBy, amountKobo, source, beneficiary, remark, policy } = input;
  const { bankCode, bankName, accountNumber, accountName } = beneficiary;
  return {
    reference,
    amountKobo,
    dutyKobo: stampDutyKobo(input, policy.stampDuty),
    sourceAccountNumber: source.accountNumber,
    beneficiary: { bankCode, bankName, accountNumber, accountName },
    ...(createdBy !== undefined && { createdBy }),
    remark,
    ...(sentAt !== undefined && { sentAt }),
    ...editionOf(policy),
  };
}

/** The facts that a bank asks for in an enquiry. Account numbers are cut to their last digits. */
export const enquiryFacts = ({ sourceAccountNumber, beneficiary, sentAt }: Omit<PayoutResult, 'status'>) => ({
  sourceEndsWith: sourceAccountNumber.slice(-4),
  bankCode: beneficiary.bankCode,
  bankName: beneficiary.bankName,
  beneficiaryEndsWith: beneficiary.accountNumber.slice(-4),
  ...(sentAt !== undefined && { sentAt }),
});
