import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes, type WorkflowType } from '../../src/domain/wire/workflow-types';

/** A comparison of so many days. */
export const comparisonOf = (name: string, days: number) => ({
  workflowId: caseId('reconciliation', name),
  type: workflowTypes.reconciliation as WorkflowType,
  input: { days },
});

/** What the schedules of a lender start every night. */
export const jobsOfNight = (night: string) => ({
  backfill: {
    workflowId: `missed-events-${night}`,
    type: workflowTypes.missedEvents as WorkflowType,
    input: { lookBackHours: 48 },
  },
  compare: comparisonOf(`nightly-${night}`, 1),
});
