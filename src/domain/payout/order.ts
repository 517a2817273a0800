import { ruleFor } from '../case/agreement';
import type { Command } from '../case/commands';
import { remarkOf } from '../money/remarks';
import type { PayoutCommands } from './commands';
import type { PayoutInput } from './input';

/** What is to be paid, before it is known in whose name the account is held. */
export interface PayoutTerms extends Pick<PayoutInput, 'reference' | 'amountKobo' | 'source' | 'remark'> {
  readonly beneficiary: Omit<PayoutInput['beneficiary'], 'accountName'>;
  readonly metaData?: Readonly<Record<string, unknown>> | undefined;
}

const targetOf = ({ beneficiary }: Pick<PayoutTerms, 'beneficiary'>, accountName: string) => ({
  bank_code: beneficiary.bankCode,
  bank_name: beneficiary.bankName,
  account_number: beneficiary.accountNumber,
  account_name: accountName,
});

/** The payout as the bank is told of it. */
export const payoutOrder = (terms: PayoutTerms, accountName: string) => ({
  reference: terms.reference,
  amount: terms.amountKobo,
  source: { account_number: terms.source.accountNumber },
  beneficiary: targetOf(terms, accountName),
  remark: remarkOf(terms.reference, terms.remark),
  ...(terms.metaData && { meta_data: terms.metaData }),
});

/** The flush of a whole account as the bank is told of it. */
export const flushOrder = (
  { reference, source, beneficiary }: Pick<PayoutTerms, 'reference' | 'source' | 'beneficiary'>,
  accountName: string,
) => ({
  account_number: source.accountNumber,
  reference,
  beneficiary: targetOf({ beneficiary }, accountName),
});

/** Everything that must be the same when the money goes out: people agree to the digest of it. */
export function payoutContent(terms: PayoutTerms, accountName: string): readonly unknown[] {
  const { reference, amountKobo, source, beneficiary, remark, metaData } = terms;
  const { bankCode, accountNumber } = beneficiary;
  const order = [reference, amountKobo, source.accountNumber, bankCode, accountNumber, accountName, remark];
  return metaData ? [...order, metaData] : order;
}

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

/** What of a payout may be changed before it is sent; never its reference, nor who pays. */
export type Amendment = Pick<
  Command<PayoutCommands, 'amend'>,
  'amountKobo' | 'bankCode' | 'bankName' | 'accountNumber' | 'accountName' | 'remark'
>;

/** What an amendment can change, and the name that was resolved for the account before. */
type Amendable = Pick<PayoutInput, 'amountKobo' | 'remark' | 'beneficiary' | 'nameOnAccount'>;

/** The payout with what was changed. */
export function amended<I extends Amendable>(input: I, change: Amendment) {
  const { beneficiary, nameOnAccount: _ofTheOldOne, ...rest } = input;
  return {
    ...rest,
    amountKobo: change.amountKobo ?? input.amountKobo,
    remark: change.remark ?? input.remark,
    beneficiary: {
      bankCode: change.bankCode ?? beneficiary.bankCode,
      bankName: change.bankName ?? beneficiary.bankName,
      accountNumber: change.accountNumber ?? beneficiary.accountNumber,
      accountName: change.accountName ?? beneficiary.accountName,
    },
  };
}

/** Why a change cannot be made, as a sentence. */
export function amendRefusal(
  { kind, input }: { readonly kind: string; readonly input: PayoutInput },
  change: Amendment,
): string | undefined {
  if (kind === 'flush' && (change.amountKobo !== undefined || change.remark !== undefined))
    return 'a flush has neither amount nor remark';
  const changed = amended(input, change);
  if (JSON.stringify(changed) === JSON.stringify(amended(input, {})))
    return 'nothing would change: give at least one field with a new value';
  const mustBeApproved = ruleFor(input.policy.approvals, changed.amountKobo);
  return mustBeApproved && input.createdBy === undefined
    ? 'this amount must be approved, and the payout does not say who made it: start a new one'
    : undefined;
}
