import type { DimensionName, ReadingName } from '../../bank/contract/readings';
import { isRecord, valueAt } from '../replies/value';
import type { Exchanges } from './exchanges';
import { observedCharge, observedDates, observedInstalments } from './loan-observations';
import { observedBody, observedHeaders, observedInstants } from './reply-observations';
import { observedBeneficiary, observedUnits } from './payout-observations';
import { observedKycWords, observedPayoutWords } from './status-words';
import { observedFilters, observedOrder, observedPageSize } from './list-observations';

/** What the answers of a run show of one dimension; nothing where they show nothing. */
export type Observation<D extends DimensionName> = (seen: Exchanges) => ReadingName<D> | undefined;

/** Every dimension that can be seen without harm. The others are shown only by writes that would do harm. */
export const observations: { readonly [D in DimensionName]?: Observation<D> } = {
  unknownPayout: observedUnknownPayout,
  beneficiaryShown: observedBeneficiary,
  payoutWords: observedPayoutWords,
  pageSize: observedPageSize,
  listOrder: observedOrder,
  listTotals: (seen) => {
    const page = seen.to('large page')?.body;
    return isRecord(page) ? (valueAt(page, ['total']) === undefined ? 'absent' : 'given') : undefined;
  },
  listFilters: observedFilters,
  kycWords: observedKycWords,
  applicationTerms: observedTerms,
  offerExpiry: (seen) => {
    const offer = seen.last('getOffer');
    // Whether an expired one is marked only time can show.
    return offer && isAbsent(offer.at('data.expiresAt')) ? 'no-expiry' : undefined;
  },
  charge: observedCharge,
  schedule: observedInstalments,
  units: observedUnits,
  rateLimitHeaders: observedHeaders,
  instants: observedInstants,
  dates: observedDates,
  errorBody: observedBody,
  guarantorAnswer: (seen) => {
    const guarantor = seen.last('listGuarantors')?.at('data.0');
    if (!isRecord(guarantor)) return undefined;
    if (typeof guarantor['submittedAt'] === 'string') return 'submitted-at';
    return typeof guarantor['status'] === 'string' ? 'status-word' : undefined;
  },
};

const isAbsent = (value: unknown) => value === undefined || value === null;

function observedUnknownPayout(seen: Exchanges): ReadingName<'unknownPayout'> | undefined {
  const answer = seen.to('unknown payout');
  if (!answer) return undefined;
  if (answer.status === 404) return 'not-found';
  if (answer.status === 400) return 'bad-request';
  if (answer.status === 422) return 'unprocessable';
  return answer.status === 200 && isAbsent(valueAt(answer.body, ['data'])) ? 'empty-data' : undefined;
}

function observedTerms(seen: Exchanges): ReadingName<'applicationTerms'> | undefined {
  const application = seen.last('applyForLoan');
  if (!application) return undefined;
  const { amount, repayment_period } = application.input as Record<string, unknown>;
  if (application.at('data.amount') !== amount) return 'capped-amount';
  return application.at('data.repayment_period') === repayment_period ? 'as-asked' : 'capped-period';
}
