import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter } from '../../support/sandbox/counter';
import { expectLendingRefusal, UNKNOWN_ID } from '../../support/sandbox/refusals';

let counter: Counter;
let borrower: Journey;
beforeEach(async () => {
  counter = await Counter.open({ durations: { registration: 10 } });
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

test('the bank refuses to read or take the schedule: unknown loan, and loan not yet known to the lending engine', async () => {
  expectLendingRefusal(await counter.get(`/v1/loans/${UNKNOWN_ID}/repayments`), 400, 'Loan not found');
  await borrower.acceptOffer();
  await borrower.step('post-offer-kyc');
  counter.time.pass(5 * 3600);
  const { loan_id } = await borrower.application();
  const schedule = () => counter.get(`/v1/loans/${loan_id}/repayments`);
  expectLendingRefusal(await schedule(), 422, 'No SME loan ID on record');
  counter.time.pass(10);
  expect((await schedule()).status).toBe(200);
});

test('the bank refuses to read or take the active loan: no customer, unknown customer, customer not enrolled', async () => {
  await borrower.becomeCustomer();
  const active = (query: string) => counter.get(`/v1/loans/active${query}`);
  expectLendingRefusal(await active(''), 400, 'customer_id query param is required');
  expectLendingRefusal(await active(`?customer_id=${UNKNOWN_ID}`), 400, 'Customer not enrolled for lending');
  expectLendingRefusal(
    await active(`?customer_id=${borrower.customerId}`),
    400,
    'Customer not enrolled for lending',
  );
});

test('the bank refuses charging: unknown loan, no amount, no reference, too much, another amount, not enough money', async () => {
  expectLendingRefusal(
    await counter.post(`/v1/loans/${UNKNOWN_ID}/repayments`, { amount: 1, reference: 'r' }),
    400,
    'Loan not found',
  );
  await borrower.beDisbursed();
  const charge = (body: object) => counter.post(`/v1/loans/${borrower.loanId}/repayments`, body);
  expectLendingRefusal(
    await charge({ amount: 0, reference: 'r' }),
    400,
    'amount must be a positive number (in kobo)',
  );
  expectLendingRefusal(await charge({ amount: 10 }), 400, 'reference is required');
  expectLendingRefusal(
    await charge({ amount: 900_000_000, reference: 'r' }),
    400,
    'amount must not exceed the outstanding balance',
  );
  expect((await charge({ amount: 1000, reference: 'r' })).status).toBe(200);
  expectLendingRefusal(
    await charge({ amount: 999, reference: 'r' }),
    400,
    'reference was already used with another amount',
  );
  expectLendingRefusal(await charge({ amount: 60_500_000, reference: 'r2' }), 402, 'insufficient balance');
});
