import { code, noting, OPERATORS, retrying, text, type CommandTable } from '../case/commands';
import type { StageTable } from '../case/waits';

export const reconciliationStages = {
  COMPARING: { title: 'Comparing', next: ['AGREED', 'DIFFERENT', 'CANCELLED'] },
  DIFFERENT: {
    title: 'Differences found',
    next: ['COMPARING', 'RESOLVED', 'CANCELLED'],
    waitsFor: 'SUPERVISOR',
    toDo: 'Find out what each line is. A supervisor then says so with resolveAttention; an operator may compareAgain.',
  },
  AGREED: { title: 'No difference', next: [], final: true },
  RESOLVED: { title: 'Differences resolved by a person', next: [], final: true },
  CANCELLED: { title: 'Ended without a conclusion', next: [], final: true },
} as const satisfies StageTable;

export type ReconciliationStage = keyof typeof reconciliationStages;

const RUNNING = ['COMPARING', 'DIFFERENT'] as const;

export const reconciliationCommands = {
  resolveAttention: {
    summary: 'Close the differences, with what they turned out to be',
    // Operators send the payouts: whoever paid does not write off what is missing, or hide it.
    roles: ['supervisor'],
    stages: ['DIFFERENT'],
    answers: true,
    fields: {
      outcome: code('What they turned out to be', ['EXPLAINED', 'CORRECTED', 'LOSS_ACCEPTED', 'OTHER']),
      evidence: text('Where this can be seen: a ticket, a letter of the bank', 500),
    },
  },
  compareAgain: {
    summary: 'Compare again now',
    roles: OPERATORS,
    stages: ['DIFFERENT'],
    answers: true,
    fields: {},
  },
  ...retrying(OPERATORS, ['COMPARING']),
  cancel: {
    summary: 'End the reconciliation: nothing is concluded from it',
    ends: true,
    roles: ['supervisor'],
    stages: RUNNING,
    fields: { reason: code('Why', ['NOT_NEEDED', 'WRONG_PERIOD', 'ACCOUNT_UNREADABLE', 'OTHER']) },
  },
  ...noting([...OPERATORS, 'officer'], RUNNING),
  assign: {
    summary: 'Assign the reconciliation to an officer',
    roles: OPERATORS,
    stages: RUNNING,
    fields: { assignee: { kind: 'reference', about: 'Who looks after it: an opaque user id' } },
  },
} as const satisfies CommandTable;

export type ReconciliationCommands = typeof reconciliationCommands;
