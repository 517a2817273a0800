import { accounts } from './money/accounts';
import { banks } from './money/banks';
import { customers } from './customers';
import { everywhere } from './everywhere';
import type { Example } from './example';
import { lendingCustomers } from './lending/lending-customers';
import { loanApplications } from './lending/loan-applications';
import { loanClosing } from './lending/loan-closing';
import { loanDecision } from './lending/loan-decision';
import { loanDocuments } from './lending/loan-documents';
import { loanOffers } from './lending/loan-offers';
import { payouts } from './money/payouts';
import { repayments } from './lending/repayments';
import { transactions } from './money/transactions';
import { webhooks } from './webhooks';

/** Every example, noun by noun. */
export const examples: readonly Example[] = [
  ...accounts,
  ...transactions,
  ...customers,
  ...payouts,
  ...banks,
  ...webhooks,
  ...lendingCustomers,
  ...loanApplications,
  ...loanDecision,
  ...loanDocuments,
  ...loanOffers,
  ...loanClosing,
  ...repayments,
  ...everywhere,
];
