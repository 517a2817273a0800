import { refusals } from '../../bank/contract/refusals';
import { dateOf, iso } from '../time/instants';
import { changeApplication, registeredApplication } from '../lending/application';
import { instalmentsOf } from '../lending/loan';
import type { ApplicationRecord, OfferRecord } from '../records';
import { refuseAsRead } from '../readings/refusals';
import { refuse } from '../refused';
import type { BankState } from '../bank-state';
import type { Handlers } from './handler';
import { dueOf } from './repayments';

export const loanOfferHandlers = {
  getOffer({ applicationId }, { state, asOf }) {
    const offer = offerOf(registeredApplication(state, applicationId, asOf));
    const { monthlyInterestPercent } = state.settings;
    const terms = { principalKobo: offer.amountKobo, months: offer.months, monthlyInterestPercent };
    return {
      id: offer.id,
      offerAmount: offer.amountKobo,
      tenure: offer.months,
      interestRate: monthlyInterestPercent,
      repaymentSchedule: instalmentsOf(terms, dateOf(offer.madeAt)).map(dueOf),
      offerStatus: offer.status,
      expiresAt: iso(offer.expiresAt),
    };
  },

  acceptOffer({ applicationId }, { state }) {
    const application = registeredApplication(state, applicationId);
    const offer = offerOf(application);
    if (offer.status === 'ACCEPTED') {
      refuseAsRead(state.readings, 'repeatedStep');
      return undefined;
    }
    answerOffer(state, application, offer, 'ACCEPTED');
    state.commit('offer-accepted', applicationId);
    return undefined;
  },

  declineOffer({ applicationId, decline_reason }, { state }) {
    const application = registeredApplication(state, applicationId);
    const offer = offerOf(application);
    if (offer.status === 'DECLINED') return {};
    answerOffer(state, application, offer, 'DECLINED');
    state.commit('offer-declined', applicationId, { note: decline_reason });
    return {};
  },

  /** From the offer until the post-offer KYC; the last one wins. */
  setDisbursementAccount({ applicationId, ...wanted }, { state }) {
    const { status, postOfferKycAt, disbursementAccount: set } = registeredApplication(state, applicationId);
    const isOpen = status === 'HAS_OFFER' || status === 'OFFER_ACCEPTED';
    if (!isOpen || postOfferKycAt !== undefined) refuse(refusals.disbursementAccountClosed);
    if (set?.account_number === wanted.account_number && set.bank_code === wanted.bank_code) return wanted;
    changeApplication(state, applicationId, { disbursementAccount: wanted });
    state.commit('disbursement-account-set', applicationId);
    return wanted;
  },

  agreeToTerms({ applicationId }, { state }) {
    if (registeredApplication(state, applicationId).termsAgreed) {
      refuseAsRead(state.readings, 'repeatedStep');
      return {};
    }
    changeApplication(state, applicationId, { termsAgreed: true });
    state.commit('terms-agreed', applicationId);
    return {};
  },
} satisfies Partial<Handlers>;

const offerOf = ({ offer }: ApplicationRecord): OfferRecord => offer ?? refuse(refusals.offerNotReady);

function answerOffer(
  state: BankState,
  { id }: ApplicationRecord,
  offer: OfferRecord,
  answer: 'ACCEPTED' | 'DECLINED',
): void {
  const isUnmarked = state.now >= offer.expiresAt && state.readings.takes('offerExpiry', 'unmarked');
  if (offer.status === 'EXPIRED' || (offer.status === 'PENDING' && isUnmarked)) refuse(refusals.offerExpired);
  if (offer.status !== 'PENDING') refuse(refusals.offerNotOpen);
  changeApplication(state, id, {
    status: `OFFER_${answer}`,
    offer: { ...offer, status: answer },
    ...(answer === 'DECLINED' ? { offerStatus: 'DECLINED' } : {}),
  });
}
