import type { VersioningBehavior } from '@temporalio/common';
import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow';
import { batchSliceWorkflow } from './batch/chunk';
import { payoutBatchWorkflow } from './batch/workflow';
import { enrolmentWorkflow } from './enrolment/workflow';
import { loanWorkflow } from './loan/workflow';
import { gapRepairWorkflow } from './money-events/missed-events-workflow';
import { moneyEventWorkflow } from './money-events/workflow';
import { nameEnquiryWorkflow } from './name-enquiry-workflow';
import { adoptedPayoutWorkflow } from './payout/adopted-workflow';
import { flushWorkflow } from './payout/flush-workflow';
import { reversedPayoutWorkflow } from './payout/reversed-workflow';
import { payoutWorkflow } from './payout/workflow';
import { budgetReportWorkflow } from './rate-limit-report-workflow';
import { reconciliationWorkflow } from './reconciliation/workflow';
import { repaymentWorkflow } from './repayment/workflow';
import { transferLimitsWorkflow } from './transfer-limits/workflow';

type Workflow = (...given: never[]) => Promise<unknown>;

/** What ends within days stays on the build on which it began: no change of ours meets it half-way. */
const PINNED: readonly Workflow[] = [
  adoptedPayoutWorkflow,
  batchSliceWorkflow,
  budgetReportWorkflow,
  flushWorkflow,
  gapRepairWorkflow,
  moneyEventWorkflow,
  nameEnquiryWorkflow,
  payoutBatchWorkflow,
  payoutWorkflow,
  reconciliationWorkflow,
  reversedPayoutWorkflow,
  transferLimitsWorkflow,
];

/** What lives for months moves to each new build: no build is kept for so long. */
const AUTO_UPGRADE: readonly Workflow[] = [enrolmentWorkflow, loanWorkflow, repaymentWorkflow];

for (const workflow of PINNED) setWorkflowOptions(only('PINNED'), workflow);
for (const workflow of AUTO_UPGRADE) setWorkflowOptions(only('AUTO_UPGRADE'), workflow);

/** Where the worker has a build id: of one without, the server takes no step that names a behaviour. */
function only(versioningBehavior: VersioningBehavior) {
  const hasBuildId = () => (workflowInfo().currentDeploymentVersion?.deploymentName ?? '') !== '';
  return () => (hasBuildId() ? { versioningBehavior } : {});
}
