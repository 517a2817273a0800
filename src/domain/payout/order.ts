import { ruleFor } from '../case/agreement';
import type { Payload } from '../case/fields';
import { nairaText } from '../money/amounts';
import { remarkOf } from '../money/remarks';
import type { PayoutCommands } from './commands';
import type { PayoutInput } from './input';

/** The terms of a payout before the holder's name is resolved. */
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

/** The body of the bank's operation for a payout. */
export const payoutOrder = (terms: PayoutTerms, accountName: string) => ({
  reference: terms.reference,
  amount: terms.amountKobo,
  source: { account_number: terms.source.accountNumber },
  beneficiary: targetOf(terms, accountName),
  remark: remarkOf(terms.reference, terms.remark),
  ...(terms.metaData && { meta_data: terms.metaData }),
});

/** The body of the bank's operation for a flush. */
export const flushOrder = (
  { reference, source, beneficiary }: Pick<PayoutTerms, 'reference' | 'source' | 'beneficiary'>,
  accountName: string,
) => ({
  account_number: source.accountNumber,
  reference,
  beneficiary: targetOf({ beneficiary }, accountName),
});

/** All that must not change until the money goes out; people agree to its digest. */
export function payoutContent(terms: PayoutTerms, accountName: string): readonly unknown[] {
  const { reference, amountKobo, source, beneficiary, remark, metaData } = terms;
  const { bankCode, accountNumber } = beneficiary;
  const order = [reference, amountKobo, source.accountNumber, bankCode, accountNumber, accountName, remark];
  return metaData ? [...order, metaData] : order;
}

/** The fields of a payout that show whether it is ours. */
export interface PayoutTarget {
  /** Kobo; missing where the bank decides the amount (a flush). */
  readonly amountKobo: number | undefined;
  readonly bankCode: string;
  readonly accountNumber: string;
}

/**
 * The differences between the bank's payout under our reference and ours; empty if it is ours. A bank code of
 * another length belongs to the other system of codes (3 digits of the CBN, 6 of NIP) and is not compared.
 */
export function differencesFrom(ours: PayoutTarget, shown: PayoutTarget): string[] {
  const differs = {
    amount: ours.amountKobo !== undefined && shown.amountKobo !== ours.amountKobo,
    bank: shown.bankCode.length === ours.bankCode.length && shown.bankCode !== ours.bankCode,
    account: shown.accountNumber.trim() !== ours.accountNumber,
  };
  return Object.entries(differs).flatMap(([what, isOther]) => (isOther ? [what] : []));
}

/** The fields of a payout that may change before it is sent: never its reference or its source account. */
export type Amendment = Payload<PayoutCommands['amend']['fields']>;

/** The fields that an amendment can change, and the name resolved for the earlier account. */
type Amendable = Pick<PayoutInput, 'amountKobo' | 'remark' | 'beneficiary' | 'nameOnAccount'>;

/** Applies an amendment to a payout; drops the resolved name. */
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

/** How the note of a change in the timeline begins. */
export const CHANGED = 'changed: ';

/** What an amendment has changed, old before new; without names, and accounts by their last digits. */
export function changeText(before: Amendable, after: Amendable): string {
  const [from, to] = [before.beneficiary, after.beneficiary];
  const account = ({ bankName, bankCode, accountNumber }: typeof from) =>
    `account …${accountNumber.slice(-4)} at ${bankName}, ${bankCode}`;
  const changes = [
    before.amountKobo !== after.amountKobo &&
      `${nairaText(before.amountKobo)} to ${nairaText(after.amountKobo)}`,
    account(from) !== account(to) && `${account(from)} to ${account(to)}`,
    from.accountName !== to.accountName && 'the expected name',
    before.remark !== after.remark && 'the remark',
  ];
  return `${CHANGED}${changes.filter(Boolean).join('; ')}`;
}

/** Why an amendment is refused, as a sentence; `undefined` if it is allowed. */
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
