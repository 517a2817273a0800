import { ruleFor } from '../../domain/case/approval';
import type { Command } from '../../domain/case/commands';
import type { PayoutCommands } from '../../domain/payout/commands';
import type { PayoutInput } from '../../input/payout-input';

/** What of a payout may be changed before it is sent; never its reference, nor who pays. */
export type Amendment = Pick<
  Command<PayoutCommands, 'amend'>,
  'amountKobo' | 'bankCode' | 'bankName' | 'accountNumber' | 'accountName' | 'remark'
>;

/** The payout with what was changed. */
export function amended(input: PayoutInput, change: Amendment): PayoutInput {
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
