import { refusals } from '../../service/contract/refusals';
import { dateOf, iso } from '../instants';
import { changeApplication, registeredApplication } from '../lending/application';
import { instalmentsOf } from '../lending/schedule';
import type { ApplicationRecord, OfferRecord } from '../records';
import { refuse } from '../refused';
import type { World } from '../world';
import type { Handlers } from './handler';
import { dueOf } from './repayments';

type LoanOfferHandlers = Pick<
  Handlers,
  'getOffer' | 'acceptOffer' | 'declineOffer' | 'setDisbursementAccount' | 'agreeToTerms'
>;

export const loanOfferHandlers: LoanOfferHandlers = {
  getOffer({ applicationId }, { world, asOf }) {
    const offer = offerOf(registeredApplication(world, applicationId, asOf));
    const { monthlyInterestPercent } = world.settings;
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

  acceptOffer({ applicationId }, { world }) {
    const application = registeredApplication(world, applicationId);
    const offer = offerOf(application);
    if (offer.status === 'ACCEPTED') return undefined;
    answerOffer(world, application, offer, 'ACCEPTED');
    world.commit('offer-accepted', applicationId);
    return undefined;
  },

  declineOffer({ applicationId, decline_reason }, { world }) {
    const application = registeredApplication(world, applicationId);
    const offer = offerOf(application);
    if (offer.status === 'DECLINED') return {};
    answerOffer(world, application, offer, 'DECLINED');
    world.commit('offer-declined', applicationId, { note: decline_reason });
    return {};
  },

  /** From the offer until the post-offer KYC; the last one wins. */
  setDisbursementAccount({ applicationId, ...wanted }, { world }) {
    const { status, postOfferKycAt, disbursementAccount: set } = registeredApplication(world, applicationId);
    const isOpen = status === 'HAS_OFFER' || status === 'OFFER_ACCEPTED';
    if (!isOpen || postOfferKycAt !== undefined) refuse(refusals.disbursementAccountClosed);
    if (set?.account_number === wanted.account_number && set.bank_code === wanted.bank_code) return wanted;
    changeApplication(world, applicationId, { disbursementAccount: wanted });
    world.commit('disbursement-account-set', applicationId);
    return wanted;
  },

  agreeToTerms({ applicationId }, { world }) {
    if (registeredApplication(world, applicationId).termsAgreed) return {};
    changeApplication(world, applicationId, { termsAgreed: true });
    world.commit('terms-agreed', applicationId);
    return {};
  },
};

const offerOf = ({ offer }: ApplicationRecord): OfferRecord => offer ?? refuse(refusals.offerNotReady);

function answerOffer(
  world: World,
  { id }: ApplicationRecord,
  offer: OfferRecord,
  answer: 'ACCEPTED' | 'DECLINED',
): void {
  if (offer.status === 'EXPIRED') refuse(refusals.offerExpired);
  if (offer.status !== 'PENDING') refuse(refusals.offerNotOpen);
  changeApplication(world, id, {
    status: `OFFER_${answer}`,
    offer: { ...offer, status: answer },
    ...(answer === 'DECLINED' ? { offerStatus: 'DECLINED' } : {}),
  });
}
