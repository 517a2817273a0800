import { refusals, type Refusal } from '../../service/contract/refusals';
import type { ApplicationRecord } from '../records';
import { refuse } from '../refused';
import { SECOND } from '../instants';
import type { World } from '../world';
import { changeApplication } from './application';

type Gate = readonly [refusal: Refusal, isShut: (application: ApplicationRecord, world: World) => boolean];

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
    (application, world) => application.course.guarantorAsked && !hasGuarantor(world, application.id),
  ],
];

/** Refuses while a gate is shut. */
export function passGates(world: World, application: ApplicationRecord): void {
  const shut = GATES.find(([, isShut]) => isShut(application, world));
  if (shut) refuse(shut[0]);
}

/** Sole proprietors need none. Where the kind of business was not given, registered ones do. (assumed) */
function needsBoardResolution({ underwriting }: ApplicationRecord): boolean {
  const businessType = underwriting?.profile.businessType;
  if (businessType !== undefined) return businessType !== 'SOLE_PROPRIETORSHIP';
  return underwriting?.structure.isRegisteredBusiness === true;
}

const hasGuarantor = (world: World, applicationId: string): boolean =>
  world.guarantors
    .all()
    .some((guarantor) => guarantor.applicationId === applicationId && guarantor.submittedAt !== undefined);

/** Staff have looked at the board resolution. A failed one takes a saved post-offer KYC back. */
export function reviewBoardResolution(world: World, id: string): void {
  const application = world.applications.get(id);
  if (application?.boardResolution?.review !== 'PENDING') return;
  const reviews = application.boardResolutionReviews + 1;
  const review = reviews <= application.course.boardReviewFailsFirst ? 'FAILED' : 'PASSED';
  changeApplication(world, id, {
    boardResolution: { ...application.boardResolution, review },
    boardResolutionReviews: reviews,
    ...(review === 'FAILED' ? { offerStatus: 'PENDING', postOfferKycAt: undefined } : {}),
  });
  world.commit('board-resolution-reviewed', id, { note: review });
  approveDisbursement(world, id);
}

/** The invited guarantor has answered. */
export function receiveGuarantor(world: World, id: string): void {
  world.guarantors.change(id, { submittedAt: world.now });
  world.commit('guarantor-received', id);
}

/** Staff approve when the post-offer KYC has waited its time and nothing is under review. */
export function approveDisbursement(world: World, id: string): void {
  const application = world.applications.get(id);
  if (application?.status !== 'OFFER_ACCEPTED' || application.postOfferKycAt === undefined) return;
  const readyAt = application.postOfferKycAt + staffReviewSeconds(world, application) * SECOND;
  if (world.now < readyAt || application.boardResolution?.review === 'PENDING') return;
  changeApplication(world, id, { status: 'DISBURSEMENT_APPROVED' });
  world.commit('disbursement-approved', id);
  world.after(
    application.course.disbursementSeconds ?? world.settings.durations.disbursement,
    'disburse',
    id,
  );
}

export const staffReviewSeconds = (world: World, { course }: ApplicationRecord): number =>
  course.staffReviewSeconds ?? world.settings.durations.staffReview;
