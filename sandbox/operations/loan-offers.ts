import { refusals } from '../../src/bank/contract/refusals';
import { dateOf, iso } from '../time/clock';
import { changeApplication, isStored, registeredApplication } from '../lending/application';
import { instalmentsOf } from '../lending/loan';
import type { ApplicationRecord, OfferRecord, BankState, GuarantorRecord } from '../bank-state';
import { refuseAsRead, refuse } from '../readings/refusals';
import type { Handlers } from './handler';
import { dueOf } from './repayments';
import { guarantorsOf, passGates, staffReviewSeconds } from '../lending/post-offer';

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

  /** Allowed from the offer until the post-offer KYC; the last account wins. */
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

export const postOfferHandlers = {
  /** The same document again changes nothing, unless its review has failed: then it is reviewed again. */
  submitBoardResolution({ applicationId, board_resolution_url: url }, { state }) {
    const { offer, boardResolution } = registeredApplication(state, applicationId);
    if (offer?.status !== 'ACCEPTED') refuse(refusals.boardResolutionBeforeOffer);
    if (!isStored(state, applicationId, 'BOARD_RESOLUTION_DOC', url)) refuse(refusals.documentNotFound);
    if (boardResolution && boardResolution.review !== 'FAILED') {
      refuseAsRead(state.readings, 'repeatedStep');
      if (boardResolution.url === url) return {};
    }
    changeApplication(state, applicationId, { boardResolution: { url, review: 'PENDING' } });
    state.commit('board-resolution-submitted', `${applicationId} ${url}`);
    state.after(state.settings.durations.boardReview, 'review-board-resolution', applicationId);
    return {};
  },

  inviteGuarantor({ applicationId, ...person }, { state }) {
    registeredApplication(state, applicationId);
    const id = state.random.uuid();
    const guarantor = { id, applicationId, person, inviteSentAt: state.now };
    state.commit('guarantor-invited', applicationId, { note: id });
    state.after(state.settings.durations.guarantor, 'receive-guarantor', id);
    return shownGuarantor(state.guarantors.put(id, guarantor));
  },

  listGuarantors({ applicationId }, { state, asOf }) {
    const application = registeredApplication(state, applicationId, asOf);
    return guarantorsOf(state, application, asOf).map(shownGuarantor);
  },

  submitPostOfferKyc({ applicationId }, { state }) {
    const application = registeredApplication(state, applicationId);
    passGates(state, application);
    if (application.postOfferKycAt !== undefined) return {};
    changeApplication(state, applicationId, { postOfferKycAt: state.now, offerStatus: 'POST_OFFER_KYC' });
    state.commit('post-offer-kyc-saved', applicationId);
    state.after(staffReviewSeconds(state, application), 'approve-disbursement', applicationId);
    return {};
  },
} satisfies Partial<Handlers>;

const shownGuarantor = ({ id, person, inviteSentAt, submittedAt }: GuarantorRecord) => ({
  id,
  ...person,
  inviteSentAt: iso(inviteSentAt),
  submittedAt: submittedAt === undefined ? null : iso(submittedAt),
});
