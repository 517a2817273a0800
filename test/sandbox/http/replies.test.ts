import { contract, operationNames, type OperationName } from '../../../src/bank/contract';
import type { Operation } from '../../../src/bank/contract/operation';
import { Journey, person, underwriting } from '../../support/sandbox/borrower-journey';
import { Counter, MERCHANT, pdf, type Reply } from '../../support/sandbox/counter';

const beneficiary = {
  bank_code: '901',
  bank_name: 'Almond Bank',
  account_number: '0123456789',
  account_name: 'ADA OBI',
};

test('every operation succeeds with the status, message and fields of its row', async () => {
  const counter = await Counter.open();
  const replies = await callEverything(counter);
  expect(Object.keys(replies).sort()).toEqual([...operationNames].sort());
  for (const name of operationNames) {
    const row: Operation = contract[name];
    const { status, body } = replies[name];
    expect([name, status, body.status, body.message]).toEqual([
      name,
      row.success.status,
      'success',
      row.success.message,
    ]);
    row.data.parse(body.data);
    row.beside?.parse(body);
  }
  await counter.close();
});

async function callEverything(counter: Counter): Promise<Record<OperationName, Reply>> {
  return { ...(await callMoney(counter)), ...(await callLending(counter)) } as Record<OperationName, Reply>;
}

async function callMoney({ get, post, put }: Counter): Promise<Partial<Record<OperationName, Reply>>> {
  const createCustomer = await post('/v1/customers', person());
  const customer_id = createCustomer.body.data.id;
  const account = `/v1/accounts/${MERCHANT}`;
  const createPayout = await post('/v1/payouts', {
    amount: 20_000,
    source: { account_number: MERCHANT },
    beneficiary,
    reference: 'PO-1',
    remark: 'PO-1',
  });
  const getPayoutStatus = await get('/v1/payouts/status/PO-1');
  const { uniqueRef } = getPayoutStatus.body.data;
  return {
    createCustomer,
    createPayout,
    getPayoutStatus,
    getCustomer: await get(`/v1/customers/${customer_id}`),
    listCustomers: await get('/v1/customers?bvn=22123456789&gender=female'),
    createAccount: await post('/v1/accounts', { account_type: 'static', customer_id }),
    listAccounts: await get(`/v1/accounts?customer_id=${customer_id}&account_name=ada&page=1&limit=5`),
    getAccount: await get(account),
    updateTransferLimits: await put(`${account}/transfer-limits`, { daily_transfer_limit: 1_000_000 }),
    listTransactions: await get(`${account}/transactions`),
    verifyTransaction: await get(`${account}/transactions/${uniqueRef}`),
    flushAccount: await post('/v1/accounts/9000000002/flush', { beneficiary, reference: 'FL-1' }),
    listBanks: await get('/v1/banks'),
    resolveAccount: await post('/v1/banks/resolve', { account_number: '0123456789', bank_code: '901' }),
    listBankUptime: await get('/v1/banks/uptime'),
    setWebhook: await put('/v1/webhook', { url: 'https://receiver.example.test' }),
    getWebhook: await get('/v1/webhook'),
    listWebhookEvents: await get('/v1/webhook/history?page=0'),
    resendWebhookEvent: await post('/v1/webhook/resend-webhook-event', { event_id: uniqueRef }),
    checkHealth: await get('/v1/health'),
  };
}

async function callLending(counter: Counter): Promise<Partial<Record<OperationName, Reply>>> {
  const { get, post, time } = counter;
  const borrower = new Journey(counter);
  await borrower.becomeCustomer();
  const customer_id = borrower.customerId;
  const customer = `/v1/loans/customers/${customer_id}`;
  const enrolCustomer = await post('/v1/loans/customers/enroll', { customer_id });
  const startKyc = await post(`${customer}/verify-kyc`);
  time.pass(120);
  const applyForLoan = await post('/v1/loans/apply', borrower.request('LN-1', 60_000_000, 6));
  borrower.applicationId = applyForLoan.body.data.application_id;
  const application = `/v1/loans/${borrower.applicationId}`;
  time.pass(10);
  const before = {
    submitUnderwriting: await borrower.step('submit-underwriting', underwriting('LIMITED_LIABILITY')),
    linkBankStatement: await borrower.step('bank-statement', { sort_code: '901' }),
    getBankStatementStatus: await get(`${application}/bank-statement/status`),
    uploadLoanDocument: await counter.upload(borrower.applicationId, {
      file: pdf(),
      file_tag: 'ID_CARD_DOCS',
    }),
    startDecisioning: await borrower.step('start-decisioning'),
  };
  const other = new Journey(counter);
  await other.receiveOffer('LN-2');
  time.pass(600);
  const after = {
    getOffer: await get(`${application}/offer`),
    declineOffer: await other.step('offer/decline', { decline_reason: 'CHECKING' }),
    setDisbursementAccount: await borrower.step('disbursement-account', {
      account_number: '0123456789',
      bank_code: '901',
    }),
    acceptOffer: await borrower.step('offer/accept'),
    agreeToTerms: await borrower.step('terms/agree'),
    submitBoardResolution: await borrower.handInBoardResolution(),
    inviteGuarantor: await borrower.step('guarantor', {
      first_name: 'Bola',
      last_name: 'Ade',
      phone: '08030000001',
      email: 'bola@example.test',
    }),
    listGuarantors: await get(`${application}/guarantor`),
    submitPostOfferKyc: await borrower.step('post-offer-kyc'),
  };
  time.pass(20_000);
  const { loan_id } = await borrower.application();
  time.pass(10);
  await post('/_sandbox/transfers', { accountNumber: borrower.accountNumber, amountKobo: 50_000 });
  return {
    enrolCustomer,
    startKyc,
    applyForLoan,
    ...before,
    ...after,
    getKycStatus: await get(`${customer}/kyc-status`),
    getLoanApplication: await get(application),
    listLoanApplications: await get('/v1/loans?page=1&limit=10'),
    getActiveLoan: await get(`/v1/loans/active?customer_id=${customer_id}`),
    getRepaymentSchedule: await get(`/v1/loans/${loan_id}/repayments`),
    chargeRepayment: await post(`/v1/loans/${loan_id}/repayments`, { amount: 1000, reference: 'R-1' }),
    calculateRepayment: await post('/v1/loans/calculate-repayment', {
      loan_amount: 60_000_000,
      tenure: 6,
      state: 'Lagos',
    }),
  };
}
