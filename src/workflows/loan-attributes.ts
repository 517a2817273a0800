import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from '@temporalio/common';

const LOAN_REFERENCE = defineSearchAttributeKey('LoanReference', 'KEYWORD');
const CUSTOMER_ID = defineSearchAttributeKey('CustomerId', 'KEYWORD');

/** By what a loan and its repayment are found: our reference and the service's id of the customer, once known. */
export const loanAttributes = (reference: string, customerId?: string): SearchAttributeUpdatePair[] => [
  { key: LOAN_REFERENCE, value: reference },
  { key: CUSTOMER_ID, value: customerId ?? null },
];
