/** The payer of a transfer's stamp duty: by law the sender since 2026; banks may still charge receivers. */
export type DutyPayer = 'sender' | 'receiver';

/** Transfers free of duty: a salary, and money to another account of its holder at the same bank. */
export const EXEMPT_PURPOSES = ['SALARY', 'OWN_ACCOUNT'] as const;
export type ExemptPurpose = (typeof EXEMPT_PURPOSES)[number];

/** From this amount on a transfer costs stamp duty. */
const DUTY_FROM_KOBO = 1_000_000;
const DUTY_KOBO = 5_000;

/** The stamp duty on a transfer, in kobo, whoever pays it: NGN 50 from NGN 10,000 on (Nigeria Tax Act 2025). */
export const dutyOf = (amountKobo: number): number => (amountKobo >= DUTY_FROM_KOBO ? DUTY_KOBO : 0);

interface Transfer {
  readonly amountKobo: number;
  readonly purpose?: ExemptPurpose | undefined;
}

/** The stamp duty that a transfer costs its sender, in kobo. */
export const stampDutyKobo = ({ amountKobo, purpose }: Transfer, payer: DutyPayer): number =>
  payer === 'sender' && purpose === undefined ? dutyOf(amountKobo) : 0;
