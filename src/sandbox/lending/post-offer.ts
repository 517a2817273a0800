import { refusals, type Refusal } from '../../bank/contract/refusals';
import type { ApplicationRecord } from '../records';
import { refuse } from '../refused';
import { SECOND } from '../time/instants';
import type { BankState } from '../bank-state';
import { changeApplication } from './application';

type Gate = readonly [
  refusal: Refusal,
  isShut: (application: ApplicationRecord, state: BankState) => boolean,
];

/** What must have happened before the post-offer KYC, in the order in which it is asked for. */
const GATES: readonly Gate[] = [
  [refusals.gateTerms, ({ termsAgreed }) => !termsAgreed],
  [refusals.gateOffer, ({ offer }) => offer?.status !== 'ACCEPTED'],
  [
    refusals.gateBoardResolution,
    (application) => needsBoardResolution(application) && !application.boardResolution,
  ],
  [refusals.gateBoardResolutionReview, ({ boardResolution }) => boardResolution?.review === 'FAILED'],
  [
    refusals.gateGuarantor,
    (application, state) => application.course.guarantorAsked && !hasGuarantor(state, application.id),
  ],
];

/** Refuses while a gate is shut. */
export function passGates(state: BankState, application: ApplicationRecord): void {
  const shut = GATES.find(([, isShut]) => isShut(application, state));
  if (shut) refuse(shut[0]);
}

/** Sole proprietors need none. Where the kind of business was not given, registered ones do. (assumed) */
function needsBoardResolution({ underwriting }: ApplicationRecord): boolean {
  const businessType = underwriting?.profile.businessType;
  if (businessType !== undefined) return businessType !== 'SOLE_PROPRIETORSHIP';
  return underwriting?.structure.isRegisteredBusiness === true;
}

const hasGuarantor = (state: BankState, applicationId: string): boolean =>
  state.guarantors
    .all()
    .some((guarantor) => guarantor.applicationId === applicationId && guarantor.submittedAt !== undefined);

/** Staff have looked at the board resolution. A failed one takes a saved post-offer KYC back. */
export function reviewBoardResolution(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.boardResolution?.review !== 'PENDING') return;
  const reviews = application.boardResolutionReviews + 1;
  const review = reviews <= application.course.boardReviewFailsFirst ? 'FAILED' : 'PASSED';
  changeApplication(state, id, {
    boardResolution: { ...application.boardResolution, review },
    boardResolutionReviews: reviews,
    ...(review === 'FAILED' ? { offerStatus: 'PENDING', postOfferKycAt: undefined } : {}),
  });
  state.commit('board-resolution-reviewed', id, { note: review });
  approveDisbursement(state, id);
}

/** The invited guarantor has answered. */
export function receiveGuarantor(state: BankState, id: string): void {
  state.guarantors.change(id, { submittedAt: state.now });
  state.commit('guarantor-received', id);
}

/** Staff approve when the post-offer KYC has waited its time and nothing is under review. */
export function approveDisbursement(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.status !== 'OFFER_ACCEPTED' || application.postOfferKycAt === undefined) return;
  const readyAt = application.postOfferKycAt + staffReviewSeconds(state, application) * SECOND;
  if (state.now < readyAt || application.boardResolution?.review === 'PENDING') return;
  changeApplication(state, id, { status: 'DISBURSEMENT_APPROVED' });
  state.commit('disbursement-approved', id);
  state.after(
    application.course.disbursementSeconds ?? state.settings.durations.disbursement,
    'disburse',
    id,
  );
}

export const staffReviewSeconds = (state: BankState, { course }: ApplicationRecord): number =>
  course.staffReviewSeconds ?? state.settings.durations.staffReview;
