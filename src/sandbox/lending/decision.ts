import type { ApplicationRecord, OfferRecord } from '../records';
import { SECOND } from '../time/instants';
import type { BankState } from '../bank-state';
import { changeApplication } from './application';

/** The bank statement that was asked for arrives, or fails to. */
export function finishBankStatement(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.bankStatement?.status !== 'PENDING') return;
  const fails = application.bankStatementRequests <= application.course.bankStatementFailsFirst;
  const status = fails ? 'FAILED' : 'COMPLETED';
  changeApplication(state, id, { bankStatement: { ...application.bankStatement, status } });
  state.commit('bank-statement-finished', id, { note: status });
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

/** An unanswered offer expires. */
export function expireOffer(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.status !== 'HAS_OFFER' || !application.offer) return;
  changeApplication(state, id, {
    status: 'OFFER_EXPIRED',
    offerStatus: 'EXPIRED',
    offer: { ...application.offer, status: 'EXPIRED' },
  });
  state.commit('offer-expired', id);
}
