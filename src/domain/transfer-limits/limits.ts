import type { Agreed, ByPolicy } from '../case/agreement';
import type { CommandTable } from '../case/commands';
import type { StageRow } from '../case/waits';
import { payoutCommands } from '../payout/commands';

/** The stages of a change of an account's transfer limits. */
export const limitsStages = {
  APPROVAL: { title: 'To be approved', next: ['SETTING', 'CANCELLED', 'UNCLEAR'], waitsFor: 'APPROVAL' },
  SETTING: { title: 'Being set', next: ['APPROVAL', 'SET', 'CANCELLED', 'UNCLEAR'], movesMoney: true },
  SET: { title: 'Set', next: [], final: true },
  CANCELLED: { title: 'Not set', next: [], final: true },
  UNCLEAR: { title: 'Maybe set', next: [], final: true },
} as const satisfies Record<string, StageRow>;

export type LimitsStage = keyof typeof limitsStages;

const RUNNING = ['APPROVAL', 'SETTING'] as const;
const { approve, reject, cancel, retry, addNote } = payoutCommands;

/** What a person may do to such a change. */
export const limitsCommands = {
  approve: { ...approve, summary: 'Approve the limits' },
  reject: { ...reject, summary: 'Reject the limits; once the bank may have them, the result says so' },
  cancel: {
    ...cancel,
    summary: 'Take the change back; once the bank may have it, the result says so',
    stages: RUNNING,
  },
  retry: { ...retry, stages: RUNNING },
  addNote: { ...addNote, stages: RUNNING },
} as const satisfies CommandTable;

export type LimitsCommands = typeof limitsCommands;

/** Limits that an account is to have, in whole naira. */
export interface WantedLimits {
  readonly reference: string;
  readonly accountNumber: string;
  readonly perTransactionNaira?: number | undefined;
  readonly dailyNaira?: number | undefined;
}

/** What people agree to. */
export const limitsContent = (wanted: WantedLimits): readonly unknown[] => {
  const { reference, accountNumber, perTransactionNaira, dailyNaira } = wanted;
  return [reference, accountNumber, perTransactionNaira, dailyNaira];
};

/** The limits as the bank is told of them. */
export const limitsOrder = ({ accountNumber, perTransactionNaira, dailyNaira }: WantedLimits) => ({
  account_number: accountNumber,
  ...(perTransactionNaira !== undefined && { per_transaction_limit: perTransactionNaira }),
  ...(dailyNaira !== undefined && { daily_transfer_limit: dailyNaira }),
});

/** How a change of transfer limits ended. */
export interface LimitsResult extends ByPolicy, Agreed {
  readonly reference: string;
  /** UNCLEAR: cancelled while the reply of the bank was missing, which may have set them. */
  readonly status: 'SET' | 'CANCELLED' | 'UNCLEAR';
  readonly reason?: string;
}
