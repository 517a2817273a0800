import { refusals } from '../../service/contract/refusals';
import { iso } from '../instants';
import { changeApplication, registeredApplication } from '../lending/application';
import { isStored } from '../lending/documents';
import { passGates, staffReviewSeconds } from '../lending/post-offer';
import type { GuarantorRecord } from '../records';
import { refuse } from '../refused';
import type { Handlers } from './handler';

type PostOfferHandlers = Pick<
  Handlers,
  'submitBoardResolution' | 'inviteGuarantor' | 'listGuarantors' | 'submitPostOfferKyc'
>;

export const postOfferHandlers: PostOfferHandlers = {
  /** The same document again changes nothing, unless its review has failed: then it is reviewed anew. */
  submitBoardResolution({ applicationId, board_resolution_url: url }, { world }) {
    const { offer, boardResolution } = registeredApplication(world, applicationId);
    if (offer?.status !== 'ACCEPTED') refuse(refusals.boardResolutionBeforeOffer);
    if (!isStored(world, applicationId, 'BOARD_RESOLUTION_DOC', url)) refuse(refusals.documentNotFound);
    if (boardResolution?.url === url && boardResolution.review !== 'FAILED') return {};
    changeApplication(world, applicationId, { boardResolution: { url, review: 'PENDING' } });
    world.commit('board-resolution-submitted', `${applicationId} ${url}`);
    world.after(world.settings.durations.boardReview, 'review-board-resolution', applicationId);
    return {};
  },

  inviteGuarantor({ applicationId, ...person }, { world }) {
    registeredApplication(world, applicationId);
    const id = world.random.uuid();
    const guarantor = { id, applicationId, person, inviteSentAt: world.now };
    world.commit('guarantor-invited', applicationId, { note: id });
    world.after(world.settings.durations.guarantor, 'receive-guarantor', id);
    return shownGuarantor(world.guarantors.put(id, guarantor));
  },

  listGuarantors({ applicationId }, { world, asOf }) {
    registeredApplication(world, applicationId, asOf);
    return world.guarantors
      .all(asOf)
      .filter((guarantor) => guarantor.applicationId === applicationId)
      .map(shownGuarantor);
  },

  submitPostOfferKyc({ applicationId }, { world }) {
    const application = registeredApplication(world, applicationId);
    passGates(world, application);
    if (application.postOfferKycAt !== undefined) return {};
    changeApplication(world, applicationId, { postOfferKycAt: world.now, offerStatus: 'POST_OFFER_KYC' });
    world.commit('post-offer-kyc-saved', applicationId);
    world.after(staffReviewSeconds(world, application), 'approve-disbursement', applicationId);
    return {};
  },
};

const shownGuarantor = ({ id, person, inviteSentAt, submittedAt }: GuarantorRecord) => ({
  id,
  ...person,
  inviteSentAt: iso(inviteSentAt),
  submittedAt: submittedAt === undefined ? null : iso(submittedAt),
});
