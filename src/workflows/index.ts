export { enrolmentWorkflow } from './enrolment';
export { loanWorkflow } from './loan';
export { payoutWorkflow } from './payout';
export { repaymentWorkflow } from './repayment';
