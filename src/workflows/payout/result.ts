import type { CaseSnapshot } from '../../domain/case/snapshot';
import { stampDutyKobo } from '../../domain/money/duty';
import { editionOf } from '../../domain/case/agreement';
import type { PayoutInput } from '../../domain/payout/input';
import type { PayoutResult } from '../../domain/payout/stages';

type Traced = Pick<PayoutResult, 'sourceAccountNumber' | 'beneficiary' | 'sentAt'>;

/** The facts that a bank asks for in an enquiry. Account numbers are cut to their last digits. */
export const enquiryFacts = ({
  sourceAccountNumber,
  beneficiary,
  sentAt,
}: Traced): CaseSnapshot['facts'] => ({
  sourceEndsWith: sourceAccountNumber.slice(-4),
  bankCode: beneficiary.bankCode,
  bankName: beneficiary.bankName,
  beneficiaryEndsWith: beneficiary.accountNumber.slice(-4),
  ...(sentAt !== undefined && { sentAt }),
});

/** The result of a payout without its final status. */
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
