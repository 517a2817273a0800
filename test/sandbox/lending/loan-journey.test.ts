import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, DAY, HOUR } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;

beforeEach(async () => {
  counter = await Counter.open();
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

test('a loan in the sandbox goes from the application to its last repayment', async () => {
  await borrower.beDisbursed();
  expect(await borrower.application()).toMatchObject({ status: 'DISBURSED', loan_status: 'ACTIVE' });
  expect(await borrower.schedule()).toHaveLength(6);
  counter.time.pass(190 * DAY);
  expect(await borrower.loan()).toMatchObject({
    loanStatus: 'CLOSED',
    outstandingBalance: 0,
    nextRepaymentDate: null,
  });
  expect(counter.committed('repayment')).toHaveLength(6);
  expect(counter.committed('loan-closed')).toHaveLength(1);
});

test('a loan in the sandbox commits every step once', async () => {
  await borrower.beDisbursed();
  const effects = counter.committed().map(({ effect, key }) => `${effect} ${key}`);
  expect(new Set(effects).size).toBe(effects.length);
});

test('a loan in the sandbox shows the loan_id only after the disbursement', async () => {
  await borrower.acceptOffer();
  await borrower.step('post-offer-kyc');
  counter.time.pass(HOUR);
  expect(await borrower.application()).toMatchObject({ status: 'DISBURSEMENT_APPROVED', loan_id: null });
  counter.time.pass(4 * HOUR);
  expect(await borrower.application()).toMatchObject({ status: 'DISBURSED', loan_id: expect.any(String) });
});

test('a loan in the sandbox pays into the customer’s own account, less what is spent', async () => {
  await borrower.beDisbursed();
  const account = (await counter.get(`/v1/accounts/${borrower.accountNumber}`)).body.data;
  expect(account.account.balance).toBe(60_000_000);
});

test('a loan in the sandbox pays into the account that was set last', async () => {
  await borrower.acceptOffer();
  const set = (account_number: string, bank_code: string) =>
    borrower.step('disbursement-account', { account_number, bank_code });
  await set('0123456789', '901');
  await set('9000000002', '900');
  await borrower.step('post-offer-kyc');
  expect((await set('0123456789', '901')).status).toBe(422);
  counter.time.pass(5 * HOUR);
  expect((await borrower.application()).disbursement_account).toEqual({
    account_number: '9000000002',
    bank_code: '900',
  });
  const paid = (await counter.get('/v1/accounts/9000000002')).body.data.account.balance;
  expect(paid).toBe(5_000_000 + 60_000_000);
});

test('a loan in the sandbox lists applications newest first, by status and customer, page by page', async () => {
  await borrower.apply('LN-1');
  await counter.post('/v1/loans/apply', borrower.request('LN-2', 40_000_000, 3));
  const list = async (query: string) => (await counter.get(`/v1/loans${query}`)).body;
  const references = ({ data }: { data: { reference: string }[] }) => data.map(({ reference }) => reference);
  expect(references(await list(''))).toEqual(['LN-2', 'LN-1']);
  expect(references(await list('?status=PENDING&limit=1&page=2'))).toEqual(['LN-1']);
  expect((await list('?limit=1&page=0')).pagination).toEqual({ total: 2, page: 1, limit: 1, pages: 2 });
  expect(references(await list('?status=DISBURSED'))).toEqual([]);
  expect(references(await list(`?customer_id=${borrower.customerId}`))).toHaveLength(2);
});
