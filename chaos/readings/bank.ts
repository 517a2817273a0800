import type { Sandbox } from '../../sandbox/app';
import { BOOKS } from '../../sandbox/money/ledger';
import { moveMoney } from '../../sandbox/money/movements';
import type { CustomerRecord } from '../../sandbox/bank-state';
import { PAYING_ACCOUNT } from './lender';

/** The BVN of a borrower whose KYC is rejected; the bank has a record of it with another date of birth. */
export const KNOWN_BVN = '99999901001';

/** More than any page shows. */
const LINES = 110;

/** What the bank has before a trial with a loan begins: a long statement, and a record of a borrower to be. */
export function furnish({ state }: Sandbox): void {
  const deposit = {
    from: BOOKS.outside,
    to: PAYING_ACCOUNT,
    category: 'FUNDING',
    description: 'Deposit',
  } as const;
  for (let line = 0; line < LINES; line++) moveMoney(state, { ...deposit, amountKobo: 10_000 + line });
  const at = new Date(state.now).toISOString();
  const profile: CustomerRecord['profile'] = {
    id: state.random.uuid(),
    first_name: 'Earlier',
    last_name: 'Record',
    email: 'earlier.record@example.com',
    phone: '08000000009',
    dob: '1970-12-24T00:00:00.000Z',
    gender: 'FEMALE',
    bvn: KNOWN_BVN,
    nin: null,
    address: { street: '1 Sample Street', city: 'Ikeja', state: 'Lagos', country: 'Nigeria' },
    is_business: false,
    business_name: null,
    mode: 'sandbox',
    created_at: at,
    updated_at: at,
  };
  state.customers.put(profile.id, { profile });
}

/** Another program of the lender has used up a window: so many calls, under the same key and from the same address. */
export function useUpWindow({ window, settings }: Sandbox, calls: number): void {
  for (const key of [settings.serviceKey, '127.0.0.1'])
    for (let call = 0; call < calls; call++) window.count(key, 'listBanks');
}
