import { accounts, transactions } from './accounts';
import { banks } from './banks';
import { customers, lendingCustomers } from './customers';
import { loanApplications } from './lending/applications';
import { loanOffers } from './lending/offers';
import { repayments } from './lending/repayments';
import { loanUnderwriting } from './lending/underwriting';
import type { Data, Input, Operation } from './operation';
import { payouts } from './payouts';
import { webhooks } from './webhooks';

/**
 * The bank's contract, one row per operation. A fixed path stands before a path with a parameter in the same
 * place (`/v1/loans/active` before `/v1/loans/{applicationId}`).
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
  ...loanUnderwriting,
  ...loanOffers,
};

export type Contract = typeof contract;
export type OperationName = keyof Contract;

/** The whole bank as one type: the client's methods, and the activities of the same names. */
export type BankOperations = {
  [Name in OperationName]: (input: Input<Contract[Name]>) => Promise<Data<Contract[Name]>>;
};

/** The names of all operations, in the contract's order. */
export const operationNames = Object.keys(contract) as OperationName[];

/** A row by its name, as a plain `Operation`. */
export const operationNamed = (name: OperationName): Operation => contract[name];
