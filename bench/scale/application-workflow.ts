import { ParentClosePolicy, setHandler, startChild } from '@temporalio/workflow';
import { caseQuery } from '../../src/domain/wire/messages';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import type { LoanResult } from '../../src/domain/loan/stages';

/** The task queue of stand-ins of loan applications. */
export const APPLICATIONS_QUEUE = 'applications';

/** The input of a loan, as far as it is read here, and that of its repayment. */
interface StandIn {
  readonly reference: string;
  readonly repayment: RepaymentInput;
}

/** Stands in for an application that has come to its disbursement: starts the repayment as a loan does, and ends. */
export async function loanWorkflow({ reference, repayment }: StandIn): Promise<LoanResult> {
  const since = new Date().toISOString();
  setHandler(caseQuery, () => ({
    ...{ kind: 'loan', reference, stage: 'DISBURSED', stageTitle: 'Disbursed', since, ended: true },
    ...{ checklist: [], facts: { amountKobo: 50_000_000 }, commands: [], timeline: [] },
  }));
  const repaymentWorkflowId = caseId('repayment', repayment.loanId);
  await startChild(workflowTypes.repayment, {
    taskQueue: WORKFLOW_QUEUE,
    workflowId: repaymentWorkflowId,
    args: [repayment],
    parentClosePolicy: ParentClosePolicy.ABANDON,
  });
  return { reference, stage: 'DISBURSED', loanId: repayment.loanId, repaymentWorkflowId };
}
