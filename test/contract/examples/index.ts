import { accounts } from './accounts';
import { banks } from './banks';
import { customers } from './customers';
import { everywhere } from './everywhere';
import type { Example } from './example';
import { lendingCustomers } from './lending-customers';
import { loanApplications } from './loan-applications';
import { loanClosing } from './loan-closing';
import { loanDecision } from './loan-decision';
import { loanDocuments } from './loan-documents';
import { loanOffers } from './loan-offers';
import { payouts } from './payouts';
import { repayments } from './repayments';
import { transactions } from './transactions';
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
