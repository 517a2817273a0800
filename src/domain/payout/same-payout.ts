/** A payout as far as it shows whether it is ours. */
export interface PayoutTarget {
  /** Kobo; missing where the bank decides the amount (a flush). */
  readonly amountKobo: number | undefined;
  readonly bankCode: string;
  readonly accountNumber: string;
}

/**
 * In what the bank's payout under our reference differs from ours; empty when it is ours. A code of another length
 * belongs to the other system of bank codes (3 digits of the CBN, 6 of NIP) and tells nothing.
 */
export function differencesFrom(ours: PayoutTarget, shown: PayoutTarget): string[] {
  const differs = {
    amount: ours.amountKobo !== undefined && shown.amountKobo !== ours.amountKobo,
    bank: shown.bankCode.length === ours.bankCode.length && shown.bankCode !== ours.bankCode,
    account: shown.accountNumber.trim() !== ours.accountNumber,
  };
  return Object.entries(differs).flatMap(([what, isOther]) => (isOther ? [what] : []));
}
