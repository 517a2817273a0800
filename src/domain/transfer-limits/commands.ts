import type { CommandTable } from '../case/commands';
import { payoutCommands } from '../payout/commands';

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
