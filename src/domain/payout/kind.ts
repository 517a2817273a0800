import { OPERATORS } from '../case/commands';
import { startable } from '../case/kind';
import { nairaText } from '../money/amounts';
import { workflowTypes } from '../wire/workflow-types';
import { payoutCommands, reopenedPayoutCommands } from './commands';
import { flushInput, payoutInput } from './input';
import { payoutStages, reopenedPayoutStages, type PayoutResult } from './stages';

/** A flush is a payout of all that an account holds. */
const shared = {
  usualRole: 'operator',
  parts: [
    {
      title: 'Payout and flush',
      workflow: 'payout:<reference> or flush:<reference>',
      stages: payoutStages,
      commands: payoutCommands,
    },
    {
      title: 'Payout that was reopened',
      workflow: 'payout:<reference>',
      stages: reopenedPayoutStages,
      commands: reopenedPayoutCommands,
    },
  ],
  stageAttribute: 'PayoutStatus',
  end: ({ status, reason }: PayoutResult) => ({ stage: status, reason, isGood: status === 'SUCCESS' }),
} as const;

export const payout = startable({
  ...shared,
  noun: 'payout',
  about: 'Payouts: start, show and steer them',
  sample: { reference: 'PO-2026-0001', file: 'examples/payout.json' },
  workflowTypes: [workflowTypes.payout, workflowTypes.reopenedPayout, workflowTypes.adoptedPayout],
  start: {
    input: payoutInput,
    roles: [...OPERATORS, 'officer'],
    namesMaker: true,
    reference: ({ reference }) => reference,
    summary: ({ amountKobo }) => `Payout of ${nairaText(amountKobo)}`,
    attributes: () => ({ PayoutStatus: 'PREPARING' }),
  },
});

export const flush = startable({
  ...shared,
  noun: 'flush',
  about: 'Flushes: pay out all that an account holds, as a payout',
  sample: { reference: 'FL-2026-0001', file: 'examples/flush.json' },
  workflowTypes: [workflowTypes.flush],
  start: {
    input: flushInput,
    roles: OPERATORS,
    namesMaker: true,
    reference: ({ reference }) => reference,
    summary: () => 'Flush of a whole balance',
    attributes: () => ({ PayoutStatus: 'PREPARING' }),
  },
});
