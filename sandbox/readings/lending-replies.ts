import type { Contract, OperationName } from '../../src/bank/contract';
import type { Data } from '../../src/bank/contract/operation';
import type { ReadingName } from './dimensions';
import { monthsLater } from '../time/clock';
import { isObject, type Look, type Readings } from './readings';

type Shape<Name extends OperationName> = (data: Data<Contract[Name]>, readings: Readings) => unknown;
type Guarantor = Data<Contract['inviteGuarantor']>;

/** Applies the readings to the `data` of a lending reply. */
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

type Item = Data<Contract['getRepaymentSchedule']>['schedule'][number];
type Form = (schedule: readonly Item[]) => readonly object[];

const asItIs: Form = (schedule) => schedule;

/** One bank with two words for the same state, used in turns. */
const withOtherWords: Form = (schedule) =>
  schedule.map((item, place) => {
    const paid = place % 2 === 0 ? 'paid' : 'SETTLED';
    return { ...item, status: item.status === 'PAID' ? paid : item.status };
  });

const withoutStatus: Form = (schedule) => schedule.map(({ status: _status, ...amounts }) => amounts);

/** A month of grace before the first instalment: nothing is due, and nothing is ever paid. */
const withMonthOfGrace: Form = (schedule) => {
  const [first] = schedule;
  if (!first) return schedule;
  const nothing = { principalDue: 0, interestDue: 0, totalDue: 0, paidAmount: 0 };
  return [{ ...nothing, dueDate: monthsLater(first.dueDate, -1), status: 'UNPAID' }, ...schedule];
};

/** The exact amounts, which the bank rounds up to whole kobo when it collects them. */
const ROUNDED_UP = 0.4;
const withFractions: Form = (schedule) =>
  schedule.map((item) => {
    const totalDue = item.totalDue - ROUNDED_UP;
    return {
      ...item,
      principalDue: item.principalDue - ROUNDED_UP,
      totalDue,
      paidAmount: Math.min(item.paidAmount, totalDue),
    };
  });

/** Applies each reading to a schedule. A schedule that is gone when paid is refused earlier. */
const scheduleForms: Readonly<Record<ReadingName<'schedule'>, Form>> = {
  documented: asItIs,
  'other-words': withOtherWords,
  'amounts-only': withoutStatus,
  'zero-instalments': withMonthOfGrace,
  'fractional-kobo': withFractions,
  'gone-when-paid': asItIs,
};
