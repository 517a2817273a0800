import type { ApprovalRule } from '../case/approval';

/** How careful to be with payouts: the worker's configuration, never the choice of the caller who starts one. */
export interface PayoutPolicy {
  /** How well the name on the account must fit, or else an operator is asked. */
  readonly nameMatch: 'match' | 'close';
  readonly approvals: readonly ApprovalRule[];
  /** Business hours after which an approval lapses, given or not. */
  readonly approvalExpiresHours: number;
  /** When to ask for the bank's uptime and the account's balance: before each payout, or when there is cause for it. */
  readonly preChecks: 'always' | 'whenInDoubt';
  /** Share of transfers that the beneficiary's bank must answer, 0 to 100; below it the payout is held. */
  readonly minimumUptime: number;
  /** Business seconds before a read may prove that an unanswered send left no trace. */
  readonly graceSeconds: number;
  /** How many such reads must find nothing before the payout is sent again. */
  readonly readsToProveAbsence: number;
}

/** What holds where the configuration says nothing: no approval is needed. */
export const USUAL_PAYOUT_POLICY: PayoutPolicy = {
  nameMatch: 'close',
  approvals: [],
  approvalExpiresHours: 72,
  preChecks: 'whenInDoubt',
  minimumUptime: 50,
  graceSeconds: 60,
  readsToProveAbsence: 2,
};

/** The policy for one payout: its creator may ask for more care, never for less. */
export const policyFor = (policy: PayoutPolicy, asked?: PayoutPolicy['nameMatch']): PayoutPolicy =>
  asked === 'match' ? { ...policy, nameMatch: 'match' } : policy;
