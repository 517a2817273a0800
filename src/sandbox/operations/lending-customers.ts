import { refusals } from '../../service/contract/refusals';
import { iso } from '../instants';
import { lendingCustomer, startVerification } from '../lending/kyc';
import { staticAccountOf } from '../money/accounts';
import { refuse } from '../refused';
import type { Handlers } from './handler';

type LendingCustomerHandlers = Pick<Handlers, 'enrolCustomer' | 'startKyc' | 'getKycStatus'>;

/** The BVN of a customer whose record has none; the creation itself insists on one. */
const NO_BVN = '00000000000';

export const lendingCustomerHandlers: LendingCustomerHandlers = {
  enrolCustomer({ customer_id }, { world, succeedWith }) {
    const { profile, lending } = lendingCustomer(world, customer_id);
    const account = staticAccountOf(world, customer_id);
    if (lending) {
      succeedWith({ status: 200, message: 'Customer already enrolled' });
      return {
        ...enrolmentOf(customer_id, lending.kycStatus, lending.enrolledAt),
        account_identifier: account?.number ?? null,
      };
    }
    if (profile.bvn === NO_BVN) refuse(refusals.customerNeedsBvn);
    if (!account) refuse(refusals.customerNeedsAccount);
    const enrolled = { enrolledAt: world.now, kycStatus: 'PENDING', kycStarts: 0 };
    world.customers.change(customer_id, { lending: enrolled });
    world.commit('enrolled', customer_id);
    return enrolmentOf(customer_id, enrolled.kycStatus, enrolled.enrolledAt);
  },

  startKyc({ customerId }, { world, succeedWith }) {
    const customer = lendingCustomer(world, customerId);
    if (customer.lending?.kycStatus === 'VERIFIED') {
      succeedWith({ message: 'KYC already verified' });
      return { kyc_status: 'VERIFIED' };
    }
    startVerification(world, customer);
    return { customer_id: customerId, kyc_status: 'PENDING' };
  },

  getKycStatus({ customerId }, { world, asOf }) {
    const { lending } = lendingCustomer(world, customerId, asOf);
    const { verifiedAt } = lending ?? {};
    return {
      customer_id: customerId,
      kyc_status: lending?.kycStatus ?? 'NOT_ENROLLED',
      ...(verifiedAt === undefined ? {} : { verified_at: iso(verifiedAt) }),
      rejection_reason: lending?.rejectionReason ?? null,
    };
  },
};

const enrolmentOf = (customer_id: string, kyc_status: string, enrolledAt: number) => ({
  customer_id,
  customer_type: 'INDIVIDUAL',
  kyc_status,
  enrolled_at: iso(enrolledAt),
});
