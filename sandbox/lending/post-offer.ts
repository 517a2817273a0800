import { refusals } from '../../src/bank/contract/refusals';
import { gatesInOtherWords, type GateName, refuse } from '../readings/refusals';
import type { ApplicationRecord, BankState, GuarantorRecord } from '../bank-state';
import { SECOND } from '../time/clock';
import { changeApplication } from './application';

interface Gate {
  readonly name: GateName;
  readonly isShut: (application: ApplicationRecord, state: BankState) => boolean;
}

/** The conditions of the post-offer KYC, in the order in which the bank checks them. */
const GATES: readonly Gate[] = [
  { name: 'gateTerms', isShut: ({ termsAgreed }) => !termsAgreed },
  { name: 'gateOffer', isShut: ({ offer }) => offer?.status !== 'ACCEPTED' },
  {
    name: 'gateBoardResolution',
    isShut: (application) => needsBoardResolution(application) && !application.boardResolution,
  },
  {
    name: 'gateBoardResolutionReview',
    isShut: ({ boardResolution }) => boardResolution?.review === 'FAILED',
  },
  {
    name: 'gateGuarantor',
    isShut: ({ course, id }, state) => course.guarantorAsked && !hasGuarantor(state, id),
  },
];

/** Refuses while a gate is shut. */
export function passGates(state: BankState, application: ApplicationRecord): void {
  const { readings } = state;
  const shut = GATES.filter(({ isShut }) => isShut(application, state)).map(({ name }) => name);
  const [first, ...others] = shut;
  const last = others.at(-1);
  if (first === undefined) return;
  const shown = last && readings.takes('postOfferGates', 'other-order') ? last : first;
  refuse(readings.takes('postOfferGates', 'other-words') ? gatesInOtherWords[shown] : refusals[shown]);
}

/** Sole proprietors need none. Without a kind of business, registered ones need it. (assumed) */
function needsBoardResolution({ underwriting }: ApplicationRecord): boolean {
  const businessType = underwriting?.profile.businessType;
  if (businessType !== undefined) return businessType !== 'SOLE_PROPRIETORSHIP';
  return underwriting?.structure.isRegisteredBusiness === true;
}

/** Reviews the board resolution. A failed one revokes a saved post-offer KYC, by a status or invisibly. */
export function reviewBoardResolution(state: BankState, id: string): void {
  const application = state.applications.get(id);
  if (application?.boardResolution?.review !== 'PENDING') return;
  const reviews = application.boardResolutionReviews + 1;
  const review = reviews <= application.course.boardReviewFailsFirst ? 'FAILED' : 'PASSED';
  const showsFailure = review === 'FAILED' && !state.readings.takes('failedReview', 'next-step-refused');
  changeApplication(state, id, {
    boardResolution: { ...application.boardResolution, review },
    boardResolutionReviews: reviews,
    ...(review === 'FAILED' && { postOfferKycAt: undefined }),
    ...(showsFailure && { offerStatus: 'PENDING' }),
  });
  state.commit('board-resolution-reviewed', id, { note: review });
  approveDisbursement(state, id);
}

/** Approves once the post-offer KYC has waited its time and nothing is under review. */
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

/** Records the answer of an invited guarantor. */
export function receiveGuarantor(state: BankState, id: string): void {
  state.guarantors.change(id, { submittedAt: state.now });
  state.commit('guarantor-received', id);
}

/** Whether a guarantor who was invited for an application has answered. */
const hasGuarantor = (state: BankState, applicationId: string): boolean =>
  invitedFor(state, applicationId).some(({ submittedAt }) => submittedAt !== undefined);

/** The guarantors that the bank lists: the invited ones and, by one reading, an earlier one. */
export function guarantorsOf(
  state: BankState,
  application: ApplicationRecord,
  asOf: number,
): GuarantorRecord[] {
  const invited = invitedFor(state, application.id, asOf);
  return state.readings.takes('guarantorAnswer', 'several')
    ? [earlierGuarantor(application), ...invited]
    : invited;
}

const invitedFor = (state: BankState, applicationId: string, asOf?: number): GuarantorRecord[] =>
  state.guarantors.all(asOf).filter((guarantor) => guarantor.applicationId === applicationId);

/** A guarantor of an earlier loan, whose answer says nothing about this one. */
const earlierGuarantor = ({ id, createdAt }: ApplicationRecord): GuarantorRecord => ({
  id: `${id}-earlier`,
  applicationId: id,
  person: {
    first_name: 'Earlier',
    last_name: 'Guarantor',
    phone: '08030000009',
    email: 'earlier.guarantor@example.test',
  },
  inviteSentAt: createdAt,
  submittedAt: createdAt,
});
