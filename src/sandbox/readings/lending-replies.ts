import type { Contract, OperationName } from '../../bank/contract';
import type { Data } from '../../bank/contract/operation';
import type { ReadingName } from '../../bank/contract/readings';
import { isObject } from './fields';
import type { Look } from './outgoing-reply';
import type { Readings } from './readings';
import { scheduleForms } from './schedule-forms';

type Shape<Name extends OperationName> = (data: Data<Contract[Name]>, readings: Readings) => unknown;
type Guarantor = Data<Contract['inviteGuarantor']>;

/** What the readings make of the `data` of a lending reply. */
const shapes: { readonly [Name in OperationName]?: Shape<Name> } = {
  enrolCustomer: inKycWords,
  startKyc: inKycWords,
  getKycStatus: inKycWords,
  getOffer: ({ expiresAt, ...offer }, readings) =>
    readings.of('offerExpiry') === 'no-expiry' ? offer : { ...offer, expiresAt },
  getRepaymentSchedule: ({ schedule }, readings) => ({
    schedule: scheduleForms[readings.of('schedule')](schedule),
  }),
  getActiveLoan: (loan, readings) =>
    loan?.loanStatus === 'CLOSED' && readings.of('loanAfterPayoff') === 'empty-data' ? null : loan,
  inviteGuarantor: shownGuarantor,
  listGuarantors: (guarantors, readings) => guarantors.map((one) => shownGuarantor(one, readings)),
};

const kycWords: Record<ReadingName<'kycWords'>, (status: string) => string> = {
  documented: (status) => status,
  'lower-case': (status) => status.toLowerCase(),
  synonyms: (status) =>
    ({ VERIFIED: 'APPROVED', REJECTED: 'FAILED', PENDING: 'IN_REVIEW' })[status] ?? status,
  expires: (status) => (status === 'REJECTED' ? 'EXPIRED' : status),
};

function inKycWords(reply: { readonly kyc_status: string }, readings: Readings): object {
  return { ...reply, kyc_status: kycWords[readings.of('kycWords')](reply.kyc_status) };
}

function shownGuarantor({ submittedAt, ...guarantor }: Guarantor, readings: Readings): object {
  return readings.of('guarantorAnswer') === 'status-word'
    ? { ...guarantor, status: submittedAt ? 'SUBMITTED' : 'INVITED' }
    : { ...guarantor, submittedAt };
}

/** The words and forms of lending. */
export const lendingLook: Look = (reply, readings) => {
  const { operation, status, body } = reply;
  const shape = operation && (shapes[operation] as Shape<OperationName> | undefined);
  if (!shape || status >= 300 || !isObject(body) || body.data === undefined) return reply;
  return { ...reply, body: { ...body, data: shape(body.data, readings) } };
};
