import type { Contract, OperationName } from '../../bank/contract';
import type { Data } from '../../bank/contract/operation';
import { inKycWords } from './kyc-words';
import type { Readings } from './readings';
import { scheduleForms } from './schedule-forms';

type Shapes = {
  readonly [Name in OperationName]?: (data: Data<Contract[Name]>, readings: Readings) => unknown;
};
type Guarantor = Data<Contract['inviteGuarantor']>;

/** Lending replies whose look, and only that, depends on a reading. */
const shapes: Shapes = {
  enrolCustomer: (data, readings) => inKycWords(data, readings.of('kycWords')),
  startKyc: (data, readings) => inKycWords(data, readings.of('kycWords')),
  getKycStatus: (data, readings) => inKycWords(data, readings.of('kycWords')),
  getOffer: ({ expiresAt, ...offer }, readings) =>
    readings.of('offerExpiry') === 'no-expiry' ? offer : { ...offer, expiresAt },
  getRepaymentSchedule: ({ schedule }, readings) => ({
    schedule: scheduleForms[readings.of('schedule')](schedule),
  }),
  getActiveLoan: (loan, readings) =>
    loan.loanStatus === 'CLOSED' && readings.of('loanAfterPayoff') === 'empty-data' ? null : loan,
  inviteGuarantor: shownGuarantor,
  listGuarantors: (guarantors, readings) => guarantors.map((one) => shownGuarantor(one, readings)),
};

function shownGuarantor({ submittedAt, ...guarantor }: Guarantor, readings: Readings): object {
  return readings.of('guarantorAnswer') === 'status-word'
    ? { ...guarantor, status: submittedAt ? 'SUBMITTED' : 'INVITED' }
    : { ...guarantor, submittedAt };
}

/** A reply of lending as the readings in force have it; any other as it is. */
export function lendingReply(name: OperationName, data: unknown, readings: Readings): unknown {
  const shape = shapes[name] as ((data: unknown, readings: Readings) => unknown) | undefined;
  return shape ? shape(data, readings) : data;
}
