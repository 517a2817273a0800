import { createHash } from 'node:crypto';
import { refusals } from '../../service/contract/refusals';
import { iso } from '../instants';
import { refuse } from '../refused';
import type { Handlers } from './handler';
import { pageOf } from './page';

type CustomerHandlers = Pick<Handlers, 'createCustomer' | 'getCustomer' | 'listCustomers'>;

export const customerHandlers: CustomerHandlers = {
  /** A second customer with the same BVN is taken: the document does not say otherwise. */
  createCustomer({ street, city, state, country, gender, dob, nin, ...person }, { world }) {
    const profile = {
      id: world.random.uuid(),
      ...person,
      gender: gender.toUpperCase(),
      dob: `${dob}T00:00:00.000Z`,
      nin: nin ?? null,
      address: { street, city, state, country },
      is_business: false,
      business_name: null,
      mode: 'sandbox',
      created_at: iso(world.now),
      updated_at: iso(world.now),
    };
    world.customers.put(profile.id, { profile });
    world.commit('customer-created', digestOf(person.bvn), { note: profile.id });
    return profile;
  },

  getCustomer: ({ id }, { world, asOf }) =>
    world.customers.get(id, asOf)?.profile ?? refuse(refusals.customerRecordNotFound, 'id'),

  listCustomers({ page, limit, ...filters }, { world, asOf }) {
    const wanted = Object.entries({ ...filters, gender: filters.gender?.toUpperCase() }).filter(
      ([, value]) => value !== undefined,
    );
    const found = world.customers
      .all(asOf)
      .map(({ profile }) => profile)
      .filter((profile) => wanted.every(([field, value]) => profile[field as keyof typeof profile] === value))
      .reverse();
    const { items, ...shown } = pageOf(found, { page, limit }, 20);
    return {
      data: items,
      total: shown.total,
      page: shown.page,
      limit: shown.limit,
      filters_applied: Object.fromEntries(wanted),
    };
  },
};

/** Recognises the same person in the committed log without showing a BVN. */
const digestOf = (bvn: string): string => createHash('sha256').update(bvn).digest('hex').slice(0, 16);
