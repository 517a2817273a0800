import type { ApprovalRule } from '../case/agreement';

/** An account of ours that payouts are paid from, with the name that the settings give it. */
export interface PayingAccount {
  readonly accountNumber: string;
  readonly name?: string | undefined;
}

/** An account of ours whole, with its name. */
export const accountText = ({ accountNumber, name }: PayingAccount): string =>
  [accountNumber, name].filter(Boolean).join(', ');

/** What a worker's settings and policy say to people who make payouts. */
export interface PayingTerms {
  /** Empty if the settings name none. */
  readonly accounts: readonly PayingAccount[];
  readonly approvals: readonly ApprovalRule[];
}
