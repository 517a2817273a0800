import { PAGE_SIZE } from '../../bank/contract/codes';
import type { CustomerInput } from '../../input/loan-input';
import { isRecordOf } from '../../domain/enrolment/customer-record';
import { findListed } from '../listed';
import { sendOnce, unlessItStands } from '../case/send-once';
import { attempt } from '../case/steps';
import type { EnrolmentCase } from './enrolment-case';

/** A customer of the bank, who may have an account already if they existed before. */
export interface KnownCustomer {
  readonly customerId: string;
  readonly existed: boolean;
}

/** Finds the customer's record at the bank, or creates it. */
export async function findOrCreateCustomer(enrolment: EnrolmentCase): Promise<KnownCustomer> {
  const { bank, input } = enrolment;
  const find = () => findCustomer(enrolment, input.customer);
  const send = async () => ({
    customerId: (await bank.once.createCustomer(recordOf(input.customer))).id,
    existed: false,
  });
  const known = await attempt(
    enrolment,
    'Creating the customer',
    async () => (await find()) ?? sendOnce(enrolment, { send, find }),
  );
  enrolment.show({ customerId: known.customerId });
  return known;
}

/** The record of the customer with the data they gave; one with other data was corrected since. */
async function findCustomer(
  { bank }: EnrolmentCase,
  customer: CustomerInput,
): Promise<KnownCustomer | undefined> {
  const readPage = async (page: number) =>
    (await bank.routine.listCustomers({ bvn: customer.bvn, page, limit: PAGE_SIZE })).data;
  const found = await findListed(readPage, { idOf, isWanted: (record) => isRecordOf(customer, record) });
  return found && { customerId: found.id, existed: true };
}

/** Finds the customer's static account, or creates it. */
export async function ensureAccount(
  enrolment: EnrolmentCase,
  { customerId, existed }: KnownCustomer,
): Promise<void> {
  enrolment.enter('ACCOUNT');
  const { once } = enrolment.bank;
  const find = () => findAccount(enrolment, customerId);
  const send = async () =>
    (await once.createAccount({ account_type: 'static', third_party: true, customer_id: customerId })).id;
  const accountId = await attempt(
    enrolment,
    'Creating the account',
    async () =>
      (existed ? await find() : undefined) ?? unlessItStands(() => sendOnce(enrolment, { send, find }), find),
  );
  enrolment.show({ accountId });
}

/** An account is the customer's only if it names them as its owner, whatever the bank's filter let through. */
async function findAccount({ bank }: EnrolmentCase, customerId: string): Promise<string | undefined> {
  const readPage = async (page: number) =>
    (await bank.routine.listAccounts({ customer_id: customerId, page, limit: PAGE_SIZE })).data;
  const found = await findListed(readPage, {
    idOf,
    isWanted: ({ owner, is_static }) => is_static && owner?.id === customerId,
  });
  return found?.id;
}

const idOf = ({ id }: { readonly id: string }) => id;

const recordOf = (customer: CustomerInput) => ({
  first_name: customer.firstName,
  last_name: customer.lastName,
  email: customer.email,
  phone: customer.phone,
  dob: customer.dateOfBirth,
  gender: customer.gender,
  bvn: customer.bvn,
  ...(customer.nin === undefined ? {} : { nin: customer.nin }),
  ...customer.address,
});
