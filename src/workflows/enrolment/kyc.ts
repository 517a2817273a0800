import { attempt, poll, waitFor } from '../case/steps';
import type { EnrolmentResult } from '../../domain/enrolment/stages';
import type { EnrolmentCase } from './enrolment-case';

/** Enrols the customer for lending and waits for the verdict on their identity. */
export async function verify(enrolment: EnrolmentCase, customerId: string): Promise<EnrolmentResult> {
  enrolment.enter('KYC');
  const started = await enrolment.progress.once('kyc', () =>
    attempt(enrolment, 'Enrolling for lending', () => start(enrolment, customerId)),
  );
  if (started === 'VERIFIED') return enrolment.close('VERIFIED');
  const { status, reason } = await waitFor(enrolment, 'KYC_DECISION', () =>
    attempt(enrolment, 'Asking for the KYC state', () =>
      poll(enrolment, 'kyc', (pace) => enrolment.bank.watch.awaitKycDecision({ customerId, pace })),
    ),
  );
  return enrolment.close(status, reason);
}

/** The KYC state after the bank was asked to verify the customer. */
async function start({ bank: { routine } }: EnrolmentCase, customerId: string): Promise<string> {
  const enrolled = await routine.enrolCustomer({ customer_id: customerId });
  if (enrolled.kyc_status === 'VERIFIED') return enrolled.kyc_status;
  return (await routine.startKyc({ customerId })).kyc_status;
}
