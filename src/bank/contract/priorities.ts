import type { OperationName } from './index';

/**
 * The order of calls within a task queue, 1 before 4: money movements and their outcomes, then calls that a
 * person waits for, then other writes, then reads, which may wait.
 */
export type Priority = 1 | 2 | 3 | 4;

/**
 * The priority of every operation that our workflows schedule; `undefined` for the others, for which workers
 * register no activity unless EXTRA_ACTIVITIES names it. The compiler refuses an operation without a line.
 */
export const priorities = {
  createPayout: 1,
  flushAccount: 1,
  getPayoutStatus: 1,
  verifyTransaction: 1,

  acceptOffer: 2,
  declineOffer: 2,
  agreeToTerms: 2,
  setDisbursementAccount: 2,
  submitBoardResolution: 2,
  inviteGuarantor: 2,
  submitPostOfferKyc: 2,

  createAccount: 3,
  updateTransferLimits: 3,
  createCustomer: 3,
  enrolCustomer: 3,
  startKyc: 3,
  applyForLoan: 3,
  submitUnderwriting: 3,
  linkBankStatement: 3,
  uploadLoanDocument: 3,
  startDecisioning: 3,
  resolveAccount: 3,

  getAccount: 4,
  listAccounts: 4,
  listCustomers: 4,
  getKycStatus: 4,
  getLoanApplication: 4,
  listLoanApplications: 4,
  getBankStatementStatus: 4,
  getOffer: 4,
  listGuarantors: 4,
  getActiveLoan: 4,
  getRepaymentSchedule: 4,
  calculateRepayment: 4,
  listTransactions: 4,
  listBankUptime: 4,
  listBanks: 4,

  chargeRepayment: undefined,
  setWebhook: undefined,
  resendWebhookEvent: undefined,
  getCustomer: undefined,
  listWebhookEvents: undefined,
  getWebhook: undefined,
  checkHealth: undefined,
} as const satisfies Record<OperationName, Priority | undefined>;

/** The operations that workflows of ours schedule. */
export type ScheduledName = {
  [N in OperationName]: (typeof priorities)[N] extends Priority ? N : never;
}[OperationName];

/** Polling uses calls that the rate limiter can spare, so it may go last. */
export const WAITING_PRIORITY: Priority = 4;
