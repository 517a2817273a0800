import type { Agreed, ByPolicy } from '../case/agreement';
import type { CommandTable } from '../case/commands';
import type { StageRow } from '../case/waits';
import { payoutCommands } from '../payout/commands';
import type { LimitsInput } from './input';

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

/** The new limits of an account, in whole naira. */
type WantedLimits = Pick<LimitsInput, 'reference' | 'accountNumber' | 'perTransactionNaira' | 'dailyNaira'>;

/** The content whose digest people approve. */
export const limitsContent = (wanted: WantedLimits): readonly unknown[] => {
  const { reference, accountNumber, perTransactionNaira, dailyNaira } = wanted;
  return [reference, accountNumber, perTransactionNaira, dailyNaira];
};

/** The body of the bank's operation for limits. */
export const limitsOrder = ({ accountNumber, perTransactionNaira, dailyNaira }: WantedLimits) => ({
  account_number: accountNumber,
  ...(perTransactionNaira !== undefined && { per_transaction_limit: perTransactionNaira }),
  ...(dailyNaira !== undefined && { daily_transfer_limit: dailyNaira }),
});

export interface LimitsResult extends ByPolicy, Agreed {
  readonly reference: string;
  /** UNCLEAR: cancelled while the bank's reply was missing, so the bank may have set them. */
  readonly status: 'SET' | 'CANCELLED' | 'UNCLEAR';
  readonly reason?: string;
}
