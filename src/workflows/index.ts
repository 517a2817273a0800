export { adoptedPayoutWorkflow } from './payout/adopted-workflow';
export { bankListWorkflow } from './bank-list-workflow';
export { payoutBatchWorkflow } from './batch/workflow';
export { batchSliceWorkflow } from './batch/chunk';
export { budgetReportWorkflow } from './rate-limit-report-workflow';
export { enrolmentWorkflow } from './enrolment/workflow';
export { flushWorkflow } from './payout/flush-workflow';
export { gapRepairWorkflow } from './money-events/workflow';
export { loanWorkflow } from './loan/workflow';
export { moneyEventWorkflow } from './money-events/workflow';
export { nameEnquiryWorkflow } from './name-enquiry-workflow';
export { payoutWorkflow } from './payout/workflow';
export { reconciliationWorkflow } from './reconciliation/workflow';
export { transferLimitsWorkflow } from './transfer-limits/workflow';
export { reversedPayoutWorkflow } from './payout/reversed-workflow';
export { repaymentWorkflow } from './repayment/workflow';

/** Frames that each pending promise keeps for the call stack in the Web UI: ten would be most of what a waiting case costs. */
Error.stackTraceLimit = 5;
