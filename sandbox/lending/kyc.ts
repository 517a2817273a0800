import { refusals } from '../../src/bank/contract/refusals';
import type { CustomerRecord, LendingRecord, BankState } from '../bank-state';
import { refuse } from '../readings/refusals';

/** The customer with an id, or the refusal of the lending operations. */
export const lendingCustomer = (state: BankState, id: string, asOf?: number): CustomerRecord =>
  state.customers.get(id, asOf) ?? refuse(refusals.customerNotFound, 'customer_id');

/** Starts a verification unless one is running or has succeeded. A rejected customer may start again. */
export function startVerification(state: BankState, { profile, lending }: CustomerRecord): void {
  if (!lending) return refuse(refusals.customerNotEnrolledYet);
  if (lending.kycStatus === 'VERIFIED' || lending.kycRunning) return;
  const course = state.rules.courseOf('kyc', profile);
  changeLending(state, profile.id, {
    kycStatus: course.shows,
    kycRunning: course,
    kycStarts: lending.kycStarts + 1,
    rejectionReason: undefined,
  });
  state.commit('kyc-started', profile.id);
  const rejects = lending.kycStarts < course.rejectsFirst;
  if (course.ends === 'NEVER' && !rejects) return;
  state.after(course.afterSeconds ?? state.settings.durations.kyc, 'decide-kyc', profile.id);
}

/** Ends a verification as its course says. */
export function decideKyc(state: BankState, customerId: string): void {
  const running = state.customers.get(customerId)?.lending;
  if (!running?.kycRunning) return;
  const { ends, rejectsFirst, rejectionReason } = running.kycRunning;
  const isVerified = ends === 'VERIFIED' && running.kycStarts > rejectsFirst;
  changeLending(
    state,
    customerId,
    isVerified
      ? { kycStatus: 'VERIFIED', kycRunning: undefined, verifiedAt: state.now }
      : { kycStatus: 'REJECTED', kycRunning: undefined, rejectionReason },
  );
  state.commit('kyc-decided', customerId, { note: isVerified ? 'VERIFIED' : 'REJECTED' });
}

function changeLending(state: BankState, customerId: string, changes: Partial<LendingRecord>): void {
  const lending = state.customers.get(customerId)?.lending;
  if (lending) state.customers.change(customerId, { lending: { ...lending, ...changes } });
}
