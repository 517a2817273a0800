import { runCase } from '../case/run-case';
import type { EnrolmentResult } from '../../domain/enrolment/stages';
import { EnrolmentCase } from './enrolment-case';
import type { EnrolmentInput, CustomerInput } from '../../domain/enrolment/input';
import { PAGE_SIZE } from '../../bank/contract/limits';
import { differencesFrom, identityIn } from '../../domain/enrolment/customer-record';
import type { IdentityField } from '../../domain/enrolment/identity';
import { masked } from '../../domain/names/personal-data';
import { isInOtherWords } from '../../bank/contract/refusals';
import { findInList, sendOnce, unlessItStands } from '../case/send-once';
import { attempt, poll, waitFor } from '../case/steps';

/**
 * Makes a customer known to the bank and waits for the verdict on their identity. It finds and uses existing
 * records (customer, account, enrolment, verification), so it can be run again at any time.
 */
export async function enrolmentWorkflow(input: EnrolmentInput): Promise<EnrolmentResult> {
  const enrolment = new EnrolmentCase(input);
  return runCase(enrolment, async () => {
    const customer = await findOrCreateCustomer(enrolment);
    await ensureAccount(enrolment, customer);
    return verify(enrolment, customer.customerId);
  });
}

/** A customer of the bank, who may have an account already if they existed before. */
interface KnownCustomer {
  readonly customerId: string;
  readonly existed: boolean;
}

/**
 * Finds the customer's record at the bank, or creates it. If a record has other data, only a person has a
 * second one made: the interface changes no record, so usually the bank has to correct it.
 */
async function findOrCreateCustomer(enrolment: EnrolmentCase): Promise<KnownCustomer> {
  const { customer } = enrolment.input;
  let known: KnownCustomer | undefined;
  let isAnotherWanted = false;
  while (!known) {
    const found = await attempt(enrolment, 'Looking for the customer', () => lookFor(enrolment, customer));
    known = found.own;
    if (!known && found.differs && !isAnotherWanted)
      isAnotherWanted = await askAboutRecord(
        enrolment,
        `the bank has a record of this BVN with other data (${found.differs.join(', ')})`,
      );
    else known ??= await created(enrolment);
  }
  enrolment.show({ customerId: known.customerId });
  return known;
}

/** `undefined` if the bank refused, once a person has been asked about the reason. */
async function created(enrolment: EnrolmentCase): Promise<KnownCustomer | undefined> {
  const { bank, input } = enrolment;
  const find = async () => (await lookFor(enrolment, input.customer)).own;
  const send = async () => ({
    customerId: (await bank.once.createCustomer(recordOf(input.customer))).id,
    existed: false,
  });
  const made = await attempt(enrolment, 'Creating the customer', () =>
    unlessItStands<KnownCustomer | { readonly refused: string }>(
      () => sendOnce(enrolment, { send, find }),
      async (refused) =>
        refused.status === 409 || isInOtherWords(refused) ? { refused: refused.refusal } : undefined,
    ),
  );
  if (!('refused' in made)) return made;
  await askAboutRecord(enrolment, `the bank refused to create the customer: ${masked(made.refused)}`);
  return undefined;
}

/** Whether a person wants another record of the customer; otherwise the bank's records are read again. */
async function askAboutRecord(enrolment: EnrolmentCase, cause: string): Promise<boolean> {
  enrolment.raiseAttention(
    `${cause}. Where the name, the date of birth or the NIN of its record is wrong, ask the bank to correct it, then retry; where ours is, end the enrolment and correct the customer`,
    ['retry', 'createAnotherRecord', 'closeEnrolment'],
  );
  const { name } = await enrolment.commands.ask('retry', 'createAnotherRecord');
  enrolment.settleAttention();
  return name === 'createAnotherRecord';
}

/** The record with the customer's data; else the fields in which one of the same BVN differs from it. */
async function lookFor(
  { bank }: EnrolmentCase,
  customer: CustomerInput,
): Promise<{ readonly own?: KnownCustomer; readonly differs?: readonly IdentityField[] | undefined }> {
  let differs: readonly IdentityField[] | undefined;
  const readPage = async (page: number) =>
    (await bank.routine.listCustomers({ bvn: customer.bvn, page, limit: PAGE_SIZE })).data;
  const isWanted = (record: Parameters<typeof identityIn>[0]) => {
    const found = differencesFrom(customer, identityIn(record));
    if (record.bvn === customer.bvn) differs ??= found;
    return found.length === 0;
  };
  const found = await findInList(readPage, { idOf, isWanted });
  return found ? { own: { customerId: found.id, existed: true } } : { differs };
}

async function ensureAccount(
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
  const found = await findInList(readPage, {
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

/** Enrols the customer for lending and waits for the verdict on their identity. */
async function verify(enrolment: EnrolmentCase, customerId: string): Promise<EnrolmentResult> {
  enrolment.enter('KYC');
  const started = await attempt(enrolment, 'Enrolling for lending', () => start(enrolment, customerId));
  if (started === 'VERIFIED') return enrolment.close('VERIFIED');
  const { status, reason } = await waitFor(enrolment, 'KYC_DECISION', () =>
    attempt(enrolment, 'Asking for the KYC state', () =>
      poll(enrolment, 'kyc', (pace) => enrolment.bank.watch.awaitKycDecision({ customerId, pace })),
    ),
  );
  return enrolment.close(status, reason);
}

/** Has the bank verify the customer, unless they are enrolled already. @returns the KYC state */
async function start(enrolment: EnrolmentCase, customerId: string): Promise<string> {
  const { routine } = enrolment.bank;
  const state = async () => {
    const { kyc_status } = await routine.getKycStatus({ customerId });
    return kyc_status === 'NOT_ENROLLED' ? undefined : kyc_status;
  };
  const enrolled = await unlessItStands(
    async () => (await routine.enrolCustomer({ customer_id: customerId })).kyc_status,
    state,
  );
  if (enrolled === 'VERIFIED') return enrolled;
  return unlessItStands(
    async () => (await routine.startKyc({ customerId })).kyc_status,
    async (refused) => {
      const standing = isInOtherWords(refused) ? await state() : undefined;
      if (standing !== undefined)
        enrolment.note('system', `The bank refused to begin the KYC, whose state is ${masked(standing)}`);
      return standing;
    },
  );
}
