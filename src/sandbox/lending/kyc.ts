import { refusals } from '../../service/contract/refusals';
import type { CustomerRecord, LendingRecord } from '../records';
import { refuse } from '../refused';
import type { World } from '../world';

/** The customer with an id, or the refusal the lending operations give. */
export const lendingCustomer = (world: World, id: string, asOf?: number): CustomerRecord =>
  world.customers.get(id, asOf) ?? refuse(refusals.customerNotFound, 'customer_id');

/** Starts a verification unless one is running or has succeeded. A rejected customer may start again. */
export function startVerification(world: World, { profile, lending }: CustomerRecord): void {
  if (!lending) return refuse(refusals.customerNotEnrolledYet);
  if (lending.kycStatus === 'VERIFIED' || lending.kycRunning) return;
  const course = world.rules.courseOf('kyc', profile);
  changeLending(world, profile.id, {
    kycStatus: course.shows,
    kycRunning: course,
    kycStarts: lending.kycStarts + 1,
    rejectionReason: undefined,
  });
  world.commit('kyc-started', profile.id);
  const rejects = lending.kycStarts < course.rejectsFirst;
  if (course.ends === 'NEVER' && !rejects) return;
  world.after(course.afterSeconds ?? world.settings.durations.kyc, 'decide-kyc', profile.id);
}

/** The end of a verification that its course has in store. */
export function decideKyc(world: World, customerId: string): void {
  const running = world.customers.get(customerId)?.lending;
  if (!running?.kycRunning) return;
  const { ends, rejectsFirst, rejectionReason } = running.kycRunning;
  const isVerified = ends === 'VERIFIED' && running.kycStarts > rejectsFirst;
  changeLending(
    world,
    customerId,
    isVerified
      ? { kycStatus: 'VERIFIED', kycRunning: undefined, verifiedAt: world.now }
      : { kycStatus: 'REJECTED', kycRunning: undefined, rejectionReason },
  );
  world.commit('kyc-decided', customerId, { note: isVerified ? 'VERIFIED' : 'REJECTED' });
}

function changeLending(world: World, customerId: string, changes: Partial<LendingRecord>): void {
  const lending = world.customers.get(customerId)?.lending;
  if (lending) world.customers.change(customerId, { lending: { ...lending, ...changes } });
}
