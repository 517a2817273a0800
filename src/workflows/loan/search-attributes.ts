import { type SearchAttributeUpdatePair } from '@temporalio/common';
import { attributeKey } from '../../domain/wire/search-attributes';

const LOAN_REFERENCE = attributeKey('LoanReference');
const CUSTOMER_ID = attributeKey('CustomerId');
const ACCOUNT_ID = attributeKey('AccountId');

/** Finds a loan and its repayment by our reference and, once known, the bank's customer and account ids. */
export const loanAttributes = (
  reference: string,
  { customerId, accountId }: { customerId?: string | undefined; accountId?: string | undefined },
): SearchAttributeUpdatePair[] => [
  { key: LOAN_REFERENCE, value: reference },
  { key: CUSTOMER_ID, value: customerId ?? null },
  { key: ACCOUNT_ID, value: accountId ?? null },
];
