import type { ApplicationRecord, OfferRecord } from '../records';
import { SECOND } from '../time/instants';
import type { BankState } from '../bank-state';
import { changeApplication } from './application';

/** The lending engine takes up an application; the decision follows. */
export function startDecision(state: BankState, { id, course }: ApplicationRecord): void {
  changeApplication(state, id, { status: 'KYC_PROCESSING' });
  state.commit('decisioning-started', id);
  const seconds = course.decisionSeconds ?? state.settings.durations.decision;
  if (course.decision !== 'NEVER') state.after(seconds, 'decide-application', id);
}

/** The decision on an application: an offer, or declined with reasons. */
export function decideApplication(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.status !== 'KYC_PROCESSING') return;
  if (application.course.decision === 'DECLINED') declineApplication(state, application);
  else makeOffer(state, application);
}

function declineApplication(state: BankState, { id, course }: ApplicationRecord): void {
  changeApplication(state, id, { status: 'DECLINED', declineReasons: course.declineReasons });
  state.commit('application-declined', id);
}

function makeOffer(state: BankState, { id, request, course }: ApplicationRecord): void {
  const validSeconds = course.offerValiditySeconds ?? state.settings.durations.offerValidity;
  const offer: OfferRecord = {
    id: state.random.uuid(),
    amountKobo: Math.floor(request.amount * course.offerShare),
    months: course.tenureMonths ?? request.repayment_period,
    status: 'PENDING',
    madeAt: state.now,
    expiresAt: state.now + validSeconds * SECOND,
  };
  changeApplication(state, id, { status: 'HAS_OFFER', offerStatus: 'PENDING', offer });
  state.commit('offer-made', id, { amountKobo: offer.amountKobo });
  state.after(validSeconds, 'expire-offer', id);
}

/** An unanswered offer expires; by one reading the bank does not mark it, and refuses its acceptance. */
export function expireOffer(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.status !== 'HAS_OFFER' || !application.offer) return;
  if (!state.readings.takes('offerExpiry', 'unmarked'))
    changeApplication(state, id, {
      status: 'OFFER_EXPIRED',
      offerStatus: 'EXPIRED',
      offer: { ...application.offer, status: 'EXPIRED' },
    });
  state.commit('offer-expired', id);
}
