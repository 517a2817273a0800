import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { PayoutResult } from '../results';

type Traced = Pick<PayoutResult, 'sourceAccountNumber' | 'beneficiary' | 'sentAt'>;

/** What a bank will ask for. Of accounts, the last digits. */
export const traceOf = ({ sourceAccountNumber, beneficiary, sentAt }: Traced): CaseSnapshot['facts'] => ({
  sourceEndsWith: sourceAccountNumber.slice(-4),
  bankCode: beneficiary.bankCode,
  bankName: beneficiary.bankName,
  beneficiaryEndsWith: beneficiary.accountNumber.slice(-4),
  ...(sentAt !== undefined && { sentAt }),
});
