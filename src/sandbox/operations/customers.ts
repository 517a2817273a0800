import { createHash } from 'node:crypto';
import type { Contract } from '../../bank/contract';
import type { ParsedInput } from '../../bank/contract/operation';
import { refusals } from '../../bank/contract/refusals';
import { passes, pageOf } from '../readings/lists';
import type { Readings } from '../readings/readings';
import { refuseAsRead, refuse } from '../readings/refusals';
import type { CustomerRecord, BankState } from '../bank-state';
import { iso } from '../time/instants';
import type { Handlers } from './handler';

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

/** The first customer with a BVN. */
const firstWith = (state: BankState, bvn: string): CustomerRecord['profile'] | undefined =>
  state.customers.all().find(({ profile }) => profile.bvn === bvn)?.profile;

type Filters = Pick<ParsedInput<Contract['listCustomers']>, 'gender' | 'email' | 'bvn' | 'phone'>;

/** The filters that were given and that this bank does not ignore. */
function applied(filters: Filters, readings: Readings): [keyof Filters, string][] {
  if (readings.of('listFilters') === 'ignored') return [];
  return (Object.entries(filters) as [keyof Filters, string | undefined][]).filter(isGiven);
}

const isGiven = <N>(filter: [N, string | undefined]): filter is [N, string] => filter[1] !== undefined;

/** Recognises the same person in the committed log without showing a BVN. */
const digestOf = (bvn: string): string => createHash('sha256').update(bvn).digest('hex').slice(0, 16);
