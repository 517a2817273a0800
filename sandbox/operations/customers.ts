import { createHash } from 'node:crypto';
import type { Contract } from '../../src/bank/contract';
import { refusals } from '../../src/bank/contract/refusals';
import { passes, pageOf } from '../readings/lists';
import type { Readings } from '../readings/readings';
import { refuseAsRead, refuse } from '../readings/refusals';
import type { CustomerRecord, BankState } from '../bank-state';
import { iso } from '../time/clock';
import type { Handlers, ParsedInput } from './handler';
import { lendingCustomer, startVerification } from '../lending/kyc';
import { staticAccountOf } from '../money/accounts';

export const customerHandlers = {
  createCustomer({ street, city, state: addressState, country, gender, dob, nin, ...person }, { state }) {
    const first = firstWith(state, person.bvn);
    if (first) refuseAsRead(state.readings, 'secondCustomer');
    if (first && state.readings.takes('secondCustomer', 'first')) return first;
    const profile = {
      id: state.random.uuid(),
      ...person,
      gender: gender.toUpperCase(),
      dob: `${dob}T00:00:00.000Z`,
      nin: nin ?? null,
      address: { street, city, state: addressState, country },
      is_business: false,
      business_name: null,
      mode: 'sandbox',
      created_at: iso(state.now),
      updated_at: iso(state.now),
    };
    state.customers.put(profile.id, { profile });
    state.commit('customer-created', digestOf(person.bvn), { note: profile.id });
    return profile;
  },

  getCustomer: ({ id }, { state, asOf }) =>
    state.customers.get(id, asOf)?.profile ?? refuse(refusals.customerRecordNotFound, 'id'),

  listCustomers({ page, limit, ...filters }, { state, asOf }) {
    const wanted = applied(filters, state.readings);
    const found = state.customers
      .all(asOf)
      .map(({ profile }) => profile)
      .filter((profile) => wanted.every(([field, text]) => passes(state.readings, text, profile[field])))
      .reverse();
    const { items, ...shown } = pageOf(found, { page, limit }, 20, state.readings);
    return {
      data: items,
      total: shown.total,
      page: shown.page,
      limit: shown.limit,
      filters_applied: Object.fromEntries(wanted),
    };
  },
} satisfies Partial<Handlers>;

const firstWith = (state: BankState, bvn: string): CustomerRecord['profile'] | undefined =>
  state.customers.all().find(({ profile }) => profile.bvn === bvn)?.profile;

type Filters = Pick<ParsedInput<Contract['listCustomers']>, 'gender' | 'email' | 'bvn' | 'phone'>;

/** The given filters, unless this bank ignores filters. */
function applied(filters: Filters, readings: Readings): [keyof Filters, string][] {
  if (readings.of('listFilters') === 'ignored') return [];
  return (Object.entries(filters) as [keyof Filters, string | undefined][]).filter(isGiven);
}

const isGiven = <N>(filter: [N, string | undefined]): filter is [N, string] => filter[1] !== undefined;

/** Identifies a person in the committed log without the BVN. */
const digestOf = (bvn: string): string => createHash('sha256').update(bvn).digest('hex').slice(0, 16);

/** The BVN of a customer without one; the creation itself requires one. */
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
