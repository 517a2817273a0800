import { ruleFor } from '../../domain/approvals';
import type { Command } from '../../domain/commands';
import type { PayoutCommands } from '../../domain/payout-commands';
import type { PayoutInput } from '../../input/payout-input';

/** What of a payout may be changed before it is sent; never its reference, nor who pays. */
export type Amendment = Pick<
  Command<PayoutCommands, 'amend'>,
  'amountKobo' | 'bankCode' | 'bankName' | 'accountNumber' | 'accountName' | 'remark'
>;

/** The payout with what was changed. */
export function amended(input: PayoutInput, change: Amendment): PayoutInput {
  const { beneficiary, knownName: _ofTheOldOne, ...rest } = input;
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
export function objectionToAmending(
  { kind, input }: { readonly kind: string; readonly input: PayoutInput },
  change: Amendment,
): string | undefined {
  if (kind === 'flush' && (change.amountKobo !== undefined || change.remark !== undefined))
    return 'a flush has neither amount nor remark';
  const changed = amended(input, change);
  if (JSON.stringify(changed) === JSON.stringify(amended(input, {})))
    return 'say what is to be another than it is';
  const mustBeApproved = ruleFor(input.policy.approvals, changed.amountKobo);
  return mustBeApproved && input.createdBy === undefined
    ? 'this amount must be approved, and nobody knows who made the payout: make a new one'
    : undefined;
}
