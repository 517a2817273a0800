import { accountHandlers, transactionHandlers } from './accounts';
import { bankHandlers } from './banks';
import { customerHandlers } from './customers';
import type { Handlers } from './handler';
import { lendingCustomerHandlers } from './lending-customers';
import { loanApplicationHandlers } from './loan-applications';
import { loanOfferHandlers, postOfferHandlers } from './loan-offers';
import { payoutHandlers } from './payouts';
import { repaymentHandlers } from './repayments';
import { webhookHandlers } from './webhooks';

/** A handler for every row of the contract; a missing one does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...transactionHandlers,
  ...customerHandlers,
  ...payoutHandlers,
  ...bankHandlers,
  ...webhookHandlers,
  ...lendingCustomerHandlers,
  ...loanApplicationHandlers,
  ...loanOfferHandlers,
  ...postOfferHandlers,
  ...repaymentHandlers,
  checkHealth: () => undefined,
};
