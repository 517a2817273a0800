import { ruleFor } from '../../domain/case/agreement';
import { amended, type Amendment } from '../../domain/payout/amendment';
import type { PayoutInput } from '../../domain/payout/input';

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
