import type { ApplicationRecord, OfferRecord } from '../records';
import { SECOND } from '../instants';
import type { World } from '../world';
import { changeApplication } from './application';

/** The bank statement that was asked for arrives, or fails to. */
export function finishBankStatement(world: World, id: string): void {
  const application = world.applications.get(id);
  if (application?.bankStatement?.status !== 'PENDING') return;
  const fails = application.bankStatementRequests <= application.course.bankStatementFailsFirst;
  const status = fails ? 'FAILED' : 'COMPLETED';
  changeApplication(world, id, { bankStatement: { ...application.bankStatement, status } });
  world.commit('bank-statement-finished', id, { note: status });
}

/** The decision on an application: an offer, or declined with reasons. */
export function decideApplication(world: World, id: string): void {
  const application = world.applications.get(id);
  if (application?.status !== 'KYC_PROCESSING') return;
  if (application.course.decision === 'DECLINED') declineApplication(world, application);
  else makeOffer(world, application);
}

function declineApplication(world: World, { id, course }: ApplicationRecord): void {
  changeApplication(world, id, { status: 'DECLINED', declineReasons: course.declineReasons });
  world.commit('application-declined', id);
}

function makeOffer(world: World, { id, request, course }: ApplicationRecord): void {
  const validSeconds = course.offerValiditySeconds ?? world.settings.durations.offerValidity;
  const offer: OfferRecord = {
    id: world.random.uuid(),
    amountKobo: Math.floor(request.amount * course.offerShare),
    months: course.tenureMonths ?? request.repayment_period,
    status: 'PENDING',
    madeAt: world.now,
    expiresAt: world.now + validSeconds * SECOND,
  };
  changeApplication(world, id, { status: 'HAS_OFFER', offerStatus: 'PENDING', offer });
  world.commit('offer-made', id, { amountKobo: offer.amountKobo });
  world.after(validSeconds, 'expire-offer', id);
}

/** An offer that nobody has answered runs out. */
export function expireOffer(world: World, id: string): void {
  const application = world.applications.get(id);
  if (application?.status !== 'HAS_OFFER' || !application.offer) return;
  changeApplication(world, id, {
    status: 'OFFER_EXPIRED',
    offerStatus: 'EXPIRED',
    offer: { ...application.offer, status: 'EXPIRED' },
  });
  world.commit('offer-expired', id);
}
