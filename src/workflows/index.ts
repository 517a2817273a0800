export { adoptedPayoutWorkflow } from './payout/adopted-workflow';
export { payoutBatchWorkflow } from './batch/workflow';
export { batchChunkWorkflow } from './batch/chunk';
export {
  bankListWorkflow,
  rateLimitReportWorkflow,
  nameEnquiryWorkflow,
  payingTermsWorkflow,
} from './enquiries';
export { enrolmentWorkflow } from './enrolment/workflow';
export { eventRelayWorkflow } from './events/relay';
export { loanWorkflow } from './loan/workflow';
export { missedEventsWorkflow, moneyEventWorkflow } from './money-events/workflow';
export { flushWorkflow, payoutWorkflow } from './payout/workflow';
export { reconciliationWorkflow } from './reconciliation/workflow';
export { transferLimitsWorkflow } from './transfer-limits/workflow';
export { reversedPayoutWorkflow } from './payout/reversed-workflow';
export { repaymentWorkflow } from './repayment/workflow';

/** Frames that each pending promise keeps for the call stack in the Web UI: ten would be most of what a waiting case costs. */
Error.stackTraceLimit = 5;
