/** The names under which workers offer their workflows. They stay when code is renamed: histories and clients hold them. */
export const workflowTypes = {
  loan: 'loanWorkflow',
  enrolment: 'enrolmentWorkflow',
  repayment: 'repaymentWorkflow',
  payout: 'payoutWorkflow',
  reopenedPayout: 'reversedPayoutWorkflow',
  adoptedPayout: 'adoptedPayoutWorkflow',
  flush: 'flushWorkflow',
  limits: 'transferLimitsWorkflow',
  batch: 'payoutBatchWorkflow',
  batchChunk: 'batchSliceWorkflow',
  reconciliation: 'reconciliationWorkflow',
  moneyEvent: 'moneyEventWorkflow',
  missedEvents: 'gapRepairWorkflow',
  rateLimitReport: 'budgetReportWorkflow',
  nameEnquiry: 'nameEnquiryWorkflow',
  bankList: 'bankListWorkflow',
  eventRelay: 'eventRelayWorkflow',
} as const;

export type WorkflowType = (typeof workflowTypes)[keyof typeof workflowTypes];
