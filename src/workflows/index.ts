export { payoutBatchWorkflow } from './batch';
export { batchSliceWorkflow } from './batch-slice';
export { enrolmentWorkflow } from './enrolment';
export { loanWorkflow } from './loan';
export { moneyEventWorkflow } from './money-event';
export { payoutWorkflow } from './payout';
export { reconciliationWorkflow } from './reconciliation';
export { repaymentWorkflow } from './repayment';
