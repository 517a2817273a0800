import { applicationSource } from '../../../src/activities/polling/status-sources';
import { bankWith } from '../../support/fake-bank';

const application = {
  application_id: 'a-1',
  customer_id: 'c-1',
  amount: 1,
  repayment_period: 1,
  loan_purpose: 'OTHERS',
  status: 'PENDING',
  created_at: '',
  updated_at: '',
};

/** Whether a page of so many applications is taken for the last. */
const isLast = async (page: number, rows: number, pages?: number) => {
  const data = Array.from({ length: rows }, () => application);
  const pagination = { page, limit: 100, ...(pages !== undefined && { pages }) };
  const bank = bankWith({ listLoanApplications: async () => ({ data, pagination }) });
  return (await applicationSource(bank).page?.(page, {}))?.isLast;
};

test('a list of applications ends with the last of the pages that the bank tells', async () => {
  expect([await isLast(1, 20, 2), await isLast(2, 3, 2)]).toEqual([false, true]);
});

test('a list of applications whose pages the bank does not tell ends with an empty one', async () => {
  expect([await isLast(1, 20), await isLast(2, 3), await isLast(3, 0)]).toEqual([false, false, true]);
});
