import { accountHandlers, transactionHandlers, webhookHandlers } from './accounts';
import { bankHandlers } from './banks';
import { payoutHandlers } from './payouts';
import { customerHandlers, lendingCustomerHandlers } from './customers';
import type { Handlers } from './handler';
import { loanApplicationHandlers } from './loan-applications';
import { loanOfferHandlers, postOfferHandlers } from './loan-offers';
import { repaymentHandlers } from './repayments';

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
