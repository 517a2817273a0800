import { refusals } from '../../bank/contract/refusals';
import { iso } from '../time/instants';
import { lendingCustomer, startVerification } from '../lending/kyc';
import { staticAccountOf } from '../money/accounts';
import { refuseAsRead, refuse } from '../readings/refusals';
import type { Handlers } from './handler';

/** The BVN of a customer whose record has none; the creation itself insists on one. */
const NO_BVN = '00000000000';

export const lendingCustomerHandlers = {
  enrolCustomer({ customer_id }, { state, succeedWith }) {
    const { profile, lending } = lendingCustomer(state, customer_id);
    const account = staticAccountOf(state, customer_id);
    if (lending) {
      refuseAsRead(state.readings, 'repeatedStep');
      succeedWith({ status: 200, message: 'Customer already enrolled' });
      return {
        ...enrolmentOf(customer_id, lending.kycStatus, lending.enrolledAt),
        account_identifier: account?.number ?? null,
      };
    }
    if (profile.bvn === NO_BVN) refuse(refusals.customerNeedsBvn);
    if (!account) refuse(refusals.customerNeedsAccount);
    const enrolled = { enrolledAt: state.now, kycStatus: 'PENDING', kycStarts: 0 };
    state.customers.change(customer_id, { lending: enrolled });
    state.commit('enrolled', customer_id);
    return enrolmentOf(customer_id, enrolled.kycStatus, enrolled.enrolledAt);
  },

  startKyc({ customerId }, { state, succeedWith }) {
    const customer = lendingCustomer(state, customerId);
    const { lending } = customer;
    if (lending?.kycStatus === 'VERIFIED' || lending?.kycRunning)
      refuseAsRead(state.readings, 'repeatedStep');
    if (lending?.kycStatus === 'VERIFIED') {
      succeedWith({ message: 'KYC already verified' });
      return { kyc_status: 'VERIFIED' };
    }
    startVerification(state, customer);
    return { customer_id: customerId, kyc_status: 'PENDING' };
  },

  getKycStatus({ customerId }, { state, asOf }) {
    const { lending } = lendingCustomer(state, customerId, asOf);
    const { verifiedAt } = lending ?? {};
    return {
      customer_id: customerId,
      kyc_status: lending?.kycStatus ?? 'NOT_ENROLLED',
      ...(verifiedAt === undefined ? {} : { verified_at: iso(verifiedAt) }),
      rejection_reason: lending?.rejectionReason ?? null,
    };
  },
} satisfies Partial<Handlers>;

const enrolmentOf = (customer_id: string, kyc_status: string, enrolledAt: number) => ({
  customer_id,
  customer_type: 'INDIVIDUAL',
  kyc_status,
  enrolled_at: iso(enrolledAt),
});
