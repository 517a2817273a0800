import { refusals } from '../../bank/contract/refusals';
import { iso } from '../time/instants';
import { changeApplication, registeredApplication } from '../lending/application';
import { isStored } from '../lending/documents';
import { guarantorsOf } from '../lending/guarantors';
import { passGates, staffReviewSeconds } from '../lending/post-offer';
import type { GuarantorRecord } from '../records';
import { refuseAsRead } from '../readings/refusals';
import { refuse } from '../refused';
import type { Handlers } from './handler';

export const postOfferHandlers = {
  /** The same document again changes nothing, unless its review has failed: then it is reviewed anew. */
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
