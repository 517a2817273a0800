import './call-stacks';

export { payoutBatchWorkflow } from './batch';
export { batchSliceWorkflow } from './batch-slice';
export { budgetReportWorkflow } from './budget-report';
export { enrolmentWorkflow } from './enrolment';
export { flushWorkflow } from './flush';
export { gapRepairWorkflow } from './gap-repair';
export { loanWorkflow } from './loan';
export { moneyEventWorkflow } from './money-event';
export { payoutWorkflow } from './payout';
export { reconciliationWorkflow } from './reconciliation';
export { transferLimitsWorkflow } from './transfer-limits';
export { reversedPayoutWorkflow } from './reversed-payout';
export { repaymentWorkflow } from './repayment';
