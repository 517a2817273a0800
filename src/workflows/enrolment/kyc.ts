import { masked } from '../../domain/names/personal-data';
import { isInOtherWords } from '../case/failures';
import { unlessItStands } from '../case/send-once';
import { attempt, poll, waitFor } from '../case/steps';
import type { EnrolmentResult } from '../../domain/enrolment/stages';
import type { EnrolmentCase } from './enrolment-case';

/** Enrols the customer for lending and waits for the verdict on their identity. */
export async function verify(enrolment: EnrolmentCase, customerId: string): Promise<EnrolmentResult> {
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

/** The KYC state after the bank was asked to verify the customer; of a customer who is enrolled already, a read tells it. */
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
