import { OPERATORS } from '../case/commands';
import { startable } from '../case/kind';
import { workflowTypes } from '../wire/workflow-types';
import { limitsInput } from './input';
import { limitsCommands } from './commands';
import { limitsStages, type LimitsResult } from './stages';

export const limits = startable({
  noun: 'limits',
  about: 'Transfer limits of an account: change them, with approval by the payout policy',
  sample: { reference: 'TL-2026-0001', file: 'examples/transfer-limits.json' },
  usualRole: 'operator',
  parts: [
    {
      title: 'Change of transfer limits',
      workflow: 'limits:<reference>',
      stages: limitsStages,
      commands: limitsCommands,
    },
  ],
  workflowTypes: [workflowTypes.limits],
  start: {
    input: limitsInput,
    roles: OPERATORS,
    namesMaker: true,
    reference: ({ reference }) => reference,
    summary: () => 'Change of transfer limits',
  },
  end: ({ status, reason }: LimitsResult) => ({ stage: status, reason, isGood: status === 'SET' }),
});
