import { accounts } from './accounts';
import { banks } from './banks';
import { customers } from './customers';
import { health } from './health';
import { lendingCustomers } from './lending-customers';
import { loanApplications } from './loan-applications';
import { loanOffers } from './loan-offers';
import type { Data, Input, Operation } from './operation';
import { payouts } from './payouts';
import { repayments } from './repayments';
import { transactions } from './transactions';
import { webhooks } from './webhooks';

/**
 * The banking service, an operation a row. Fixed paths stand before those with a parameter in the same place
 * (`/v1/loans/active` before `/v1/loans/{applicationId}`).
 */
export const contract = {
  ...accounts,
  ...transactions,
  ...customers,
  ...payouts,
  ...banks,
  ...webhooks,
  ...lendingCustomers,
  ...repayments,
  ...loanApplications,
  ...loanOffers,
  ...health,
};

export type Contract = typeof contract;
export type OperationName = keyof Contract;

/** The whole service as one type: what the client offers and what an activity of the same name does. */
export type Service = {
  [Name in OperationName]: (input: Input<Contract[Name]>) => Promise<Data<Contract[Name]>>;
};

/** The names of all operations, in the contract's order. */
export const operationNames = Object.keys(contract) as OperationName[];

/** A row by its name, as a plain `Operation`. */
export const operationNamed = (name: OperationName): Operation => contract[name];
