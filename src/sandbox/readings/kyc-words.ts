import type { ReadingName } from '../../bank/contract/readings';

type Words = (status: string) => string;

const replacing =
  (others: Readonly<Record<string, string>>): Words =>
  (status) =>
    others[status] ?? status;

const wordsByReading: Readonly<Record<ReadingName<'kycWords'>, Words>> = {
  documented: (status) => status,
  'lower-case': (status) => status.toLowerCase(),
  synonyms: replacing({ VERIFIED: 'APPROVED', REJECTED: 'FAILED', PENDING: 'IN_REVIEW' }),
  expires: replacing({ REJECTED: 'EXPIRED' }),
};

/** A reply that carries the state of a verification, in the words of a reading. */
export const inKycWords = <T extends { readonly kyc_status: string }>(
  reply: T,
  reading: ReadingName<'kycWords'>,
): T => ({ ...reply, kyc_status: wordsByReading[reading](reply.kyc_status) });
