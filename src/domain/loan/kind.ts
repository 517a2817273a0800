import { ANSWERING } from '../case/commands';
import { startable } from '../case/kind';
import { nairaText } from '../money/amounts';
import { repaymentCommands } from '../repayment/commands';
import { repaymentStages, type RepaymentResult } from '../repayment/stages';
import { workflowTypes } from '../wire/workflow-types';
import { monthsText } from './application';
import { loanCommands } from './commands';
import { loanInput } from './input';
import { loanStages, type LoanResult } from './stages';

/** The end of a loan: before its disbursement, or CLOSED. */
type LoanEnd = Omit<LoanResult, 'stage'> & { readonly stage: (LoanResult | RepaymentResult)['stage'] };

export const loan = startable({
  noun: 'loan',
  about: 'Loans: start, show and steer them, from the application to the last repayment',
  sample: { reference: 'LN-2026-0001', file: 'examples/loan-application.json' },
  usualRole: 'officer',
  parts: [
    { title: 'Loan', workflow: 'loan:<reference>', stages: loanStages, commands: loanCommands },
    {
      title: 'Repayment',
      workflow: 'repayment:<loan id>',
      stages: repaymentStages,
      commands: repaymentCommands,
    },
  ],
  workflowTypes: [workflowTypes.loan, workflowTypes.repayment],
  stageAttribute: 'LoanStage',
  start: {
    input: loanInput,
    roles: ANSWERING,
    reference: ({ reference }) => reference,
    summary: ({ application: { amountKobo, months } }) =>
      `Loan of ${nairaText(amountKobo)} over ${monthsText(months)}`,
    attributes: ({ reference }) => ({ LoanReference: reference, LoanStage: 'ENROLMENT' }),
  },
  next: ({ repaymentWorkflowId }: LoanEnd) => repaymentWorkflowId,
  end: ({ stage, reason }: LoanEnd) => ({ stage, reason, isGood: stage === 'CLOSED' }),
});
