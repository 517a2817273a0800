import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from '@temporalio/common';

const LOAN_REFERENCE = defineSearchAttributeKey('LoanReference', 'KEYWORD');
const CUSTOMER_ID = defineSearchAttributeKey('CustomerId', 'KEYWORD');
const ACCOUNT_ID = defineSearchAttributeKey('AccountId', 'KEYWORD');

/** By what a loan and its repayment are found: our reference, and the service's ids of customer and account, once known. */
export const loanAttributes = (
  reference: string,
  { customerId, accountId }: { customerId?: string | undefined; accountId?: string | undefined },
): SearchAttributeUpdatePair[] => [
  { key: LOAN_REFERENCE, value: reference },
  { key: CUSTOMER_ID, value: customerId ?? null },
  { key: ACCOUNT_ID, value: accountId ?? null },
];
