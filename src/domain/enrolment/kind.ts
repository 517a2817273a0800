import { ANSWERING } from '../case/commands';
import { startable } from '../case/kind';
import { workflowTypes } from '../wire/workflow-types';
import { enrolmentCommands } from './commands';
import { enrolmentInput } from './input';
import { enrolmentStages, type EnrolmentResult } from './stages';

export const enrolment = startable({
  noun: 'enrolment',
  about: 'Enrolments: make a customer known, and verified, before there is any application',
  sample: { reference: 'CU-0003', file: 'examples/enrolment.json' },
  usualRole: 'officer',
  parts: [
    {
      title: 'Enrolment',
      workflow: 'enrolment:<customer reference>',
      stages: enrolmentStages,
      commands: enrolmentCommands,
    },
  ],
  workflowTypes: [workflowTypes.enrolment],
  start: {
    input: enrolmentInput,
    roles: ANSWERING,
    reference: ({ customer }) => customer.reference,
    summary: ({ customer }) => `Enrolment of customer ${customer.reference}`,
    // A new enrolment uses the bank's existing records again.
    reuse: 'ALLOW_DUPLICATE',
  },
  end: (result: EnrolmentResult) => ({
    stage: result.outcome,
    reason: result.outcome === 'REJECTED' ? result.reason : undefined,
    isGood: result.outcome === 'VERIFIED',
  }),
});
