import { runCase } from '../case/run-case';
import type { EnrolmentResult } from '../../domain/enrolment/stages';
import { ensureAccount, findOrCreateCustomer } from './customer';
import { EnrolmentCase } from './enrolment-case';
import { verify } from './kyc';
import type { EnrolmentInput } from '../../domain/enrolment/input';

/**
 * Makes a customer known to the bank and waits for the verdict on their identity. What exists already (customer,
 * account, enrolment, verification) is found and used, so it can be run again at any time.
 */
export async function enrolmentWorkflow(input: EnrolmentInput): Promise<EnrolmentResult> {
  const enrolment = new EnrolmentCase(input);
  return runCase(enrolment, async () => {
    const customer = await findOrCreateCustomer(enrolment);
    await ensureAccount(enrolment, customer);
    return verify(enrolment, customer.customerId);
  });
}
