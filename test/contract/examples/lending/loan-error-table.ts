import type { OperationName } from '../../../../src/bank/contract';

/** The interface's table "Loan operation errors", row for row. A message that ends in a colon is followed by a list. */
export const loanErrorTable: readonly [operation: OperationName, status: number, message: string][] = [
  ['uploadLoanDocument', 400, 'file is required'],
  ['uploadLoanDocument', 400, 'Only PDF and image files (JPEG, PNG) are accepted'],
  ['uploadLoanDocument', 400, 'File size must not exceed 10 MB'],
  ['uploadLoanDocument', 400, 'file_tag is required'],
  ['uploadLoanDocument', 400, 'file_tag must be one of:'],
  ['uploadLoanDocument', 400, 'Application not found'],
  ['uploadLoanDocument', 422, 'Application has no loan ID'],
  ['getRepaymentSchedule', 400, 'Loan not found'],
  ['getRepaymentSchedule', 422, 'No SME loan ID on record'],
  ['getActiveLoan', 400, 'customer_id query param is required'],
  ['getActiveLoan', 400, 'Customer not enrolled for lending'],
  ['getKycStatus', 400, 'Customer not found'],
  ['acceptOffer', 400, 'Application not found'],
];
