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
  batchChunk: 'batchChunkWorkflow',
  reconciliation: 'reconciliationWorkflow',
  moneyEvent: 'moneyEventWorkflow',
  missedEvents: 'missedEventsWorkflow',
  rateLimitReport: 'rateLimitReportWorkflow',
  nameEnquiry: 'nameEnquiryWorkflow',
  bankList: 'bankListWorkflow',
  payingTerms: 'payingTermsWorkflow',
  eventRelay: 'eventRelayWorkflow',
} as const;

export type WorkflowType = (typeof workflowTypes)[keyof typeof workflowTypes];
