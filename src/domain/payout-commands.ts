import { code, text, type CommandTable } from './commands';

const RUNNING = ['PREPARING', 'SUBMITTING', 'PENDING'] as const;
const OPERATORS = ['operator', 'supervisor'] as const;

/** Everything that a person may do to a payout. */
export const payoutCommands = {
  confirmName: {
    summary: 'Confirm that the resolved name is the beneficiary',
    roles: OPERATORS,
    stages: ['PREPARING'],
    answers: true,
    fields: { reason: code('Why', ['CHECKED_WITH_BENEFICIARY', 'KNOWN_ALIAS', 'OTHER']) },
  },
  cancel: {
    summary: 'Cancel the payout; possible only before it is sent',
    roles: OPERATORS,
    stages: ['PREPARING'],
    fields: {
      reason: code('Why', ['WRONG_BENEFICIARY', 'WRONG_AMOUNT', 'DUPLICATE', 'NO_LONGER_NEEDED', 'OTHER']),
    },
  },
  abandon: {
    summary: 'Give up a payout that the service refused and never took',
    roles: ['supervisor'],
    stages: ['SUBMITTING'],
    answers: true,
    fields: { reason: code('Why', ['REFUSED_FOR_GOOD', 'NO_LONGER_NEEDED', 'OTHER']) },
  },
  recheck: { summary: 'Ask for the status now', roles: OPERATORS, stages: ['PENDING'], fields: {} },
  retry: {
    summary: 'Try again what was refused',
    roles: OPERATORS,
    stages: RUNNING,
    answers: true,
    fields: {},
  },
  addNote: {
    summary: 'Add a note to the timeline',
    roles: [...OPERATORS, 'officer'],
    stages: RUNNING,
    fields: { text: text('The note', 2000) },
  },
} as const satisfies CommandTable;

export type PayoutCommands = typeof payoutCommands;
