import { kindOf } from '../case/kind';
import { workflowTypes } from '../wire/workflow-types';
import type { ReconciliationReport } from './report';
import { reconciliationCommands, reconciliationStages } from './stages';

export const reconciliation = kindOf({
  noun: 'reconciliation',
  about:
    'Reconciliations of the ledger with the statements: run one, show and steer those that found differences',
  sample: { reference: '2026-11-20' },
  usualRole: 'operator',
  parts: [
    {
      title: 'Reconciliation',
      workflow: 'reconciliation:<reference>',
      stages: reconciliationStages,
      commands: reconciliationCommands,
    },
  ],
  workflowTypes: [workflowTypes.reconciliation],
  end: ({ cancelled, unmatched }: ReconciliationReport) => {
    if (cancelled) return { stage: 'CANCELLED', isGood: false };
    return unmatched === 0 ? { stage: 'AGREED', isGood: true } : { stage: 'RESOLVED', isGood: false };
  },
});
