import { Journey, person, underwriting } from '../../support/sandbox/borrower-journey';
import { Counter } from '../../support/sandbox/counter';
import { expectLendingRefusal, UNKNOWN_ID } from '../../support/sandbox/refusals';

let counter: Counter;
let borrower: Journey;
beforeEach(async () => {
  counter = await Counter.open({ durations: { registration: 10 } });
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

const steps: [string, object | undefined][] = [
  ['submit-underwriting', underwriting()],
  ['bank-statement', { sort_code: '901' }],
  ['start-decisioning', undefined],
  ['offer/accept', undefined],
  ['offer/decline', { decline_reason: 'OTHERS' }],
  ['disbursement-account', { account_number: '0123456789', bank_code: '901' }],
  ['terms/agree', undefined],
  ['board-resolution', { board_resolution_url: 'https://example.test/a.pdf' }],
  ['guarantor', { first_name: 'A', last_name: 'B', phone: '0803', email: 'a@b.test' }],
  ['post-offer-kyc', undefined],
];

test('the bank refuses to read or take the KYC status and start: unknown customer, customer not enrolled', async () => {
  await borrower.becomeCustomer();
  const customers = '/v1/loans/customers';
  expectLendingRefusal(await counter.get(`${customers}/${UNKNOWN_ID}/kyc-status`), 400, 'Customer not found');
  expectLendingRefusal(
    await counter.post(`${customers}/${UNKNOWN_ID}/verify-kyc`),
    400,
    'Customer not found',
  );
  expectLendingRefusal(
    await counter.post(`${customers}/${borrower.customerId}/verify-kyc`),
    422,
    'Customer is not enrolled for lending',
  );
  expect(await borrower.kyc()).toMatchObject({ kyc_status: 'NOT_ENROLLED' });
});

test('the bank refuses to read or take the enrolment: no customer, unknown customer, no BVN, no account', async () => {
  const enrol = (customer_id?: string) => counter.post('/v1/loans/customers/enroll', { customer_id });
  expectLendingRefusal(await enrol(), 400, 'customer_id is required');
  expectLendingRefusal(await enrol(UNKNOWN_ID), 400, 'Customer not found');
  const created = async (bvn: string) => (await counter.post('/v1/customers', person(bvn))).body.data.id;
  expectLendingRefusal(
    await enrol(await created('00000000000')),
    422,
    'Customer must have a BVN to enroll for lending',
  );
  expectLendingRefusal(
    await enrol(await created('22123456789')),
    422,
    'Customer must have an account before enrolling for lending',
  );
});

test('the bank refuses to read or take the application: field by field, not enrolled, not verified', async () => {
  await borrower.becomeCustomer();
  const request = borrower.request('LN-1', 60_000_000, 6);
  const apply = (changes: object) => counter.post('/v1/loans/apply', { ...request, ...changes });
  expectLendingRefusal(await apply({ amount: 299_999 }), 400, 'amount must be at least 300000 kobo');
  expectLendingRefusal(await apply({ repayment_period: 7 }), 400, 'repayment_period must be at most 6');
  expectLendingRefusal(
    await apply({ reference: 'x'.repeat(101) }),
    400,
    'reference must be at most 100 characters',
  );
  expect((await apply({ loan_purpose: 'HOLIDAY' })).body.message).toMatch(/^loan_purpose must be one of/);
  expectLendingRefusal(await apply({}), 422, 'Customer is not enrolled for lending');
  await counter.post('/v1/loans/customers/enroll', { customer_id: borrower.customerId });
  expectLendingRefusal(await apply({}), 422, 'Customer KYC is not VERIFIED');
});

test.each(steps)(
  'the bank refuses %s: unknown application, application not yet registered',
  async (step, payload) => {
    expectLendingRefusal(
      await counter.post(`/v1/loans/${UNKNOWN_ID}/${step}`, payload),
      400,
      'Application not found',
    );
    await borrower.verify();
    const applied = await counter.post('/v1/loans/apply', borrower.request('LN-1', 60_000_000, 6));
    const missing = step === 'start-decisioning' ? 'SME Finance reference' : 'loan ID';
    expectLendingRefusal(
      await counter.post(`/v1/loans/${applied.body.data.application_id}/${step}`, payload),
      422,
      `Application has no ${missing}`,
    );
  },
);

test.each(['', '/offer', '/bank-statement/status', '/guarantor'])(
  'the bank refuses reading the application%s: unknown application',
  async (path) => {
    expectLendingRefusal(await counter.get(`/v1/loans/${UNKNOWN_ID}${path}`), 400, 'Application not found');
  },
);

test('the bank refuses to read or take the list of applications: unknown status', async () => {
  expectLendingRefusal(await counter.get('/v1/loans?status=LOST'), 400, 'unknown status');
});

test('the bank refuses to read or take the disbursement account: digits missing, wrong stage', async () => {
  await borrower.apply();
  const set = (account_number: string, bank_code: string) =>
    borrower.step('disbursement-account', { account_number, bank_code });
  expectLendingRefusal(await set('123', '901'), 400, 'account_number must be exactly 10 digits');
  expectLendingRefusal(await set('0123456789', '90'), 400, 'bank_code must be at least 3 digits');
  expectLendingRefusal(await set('0123456789', '901'), 422, 'Disbursement account can no longer be changed');
});

test('the bank refuses to read or take the offer: none yet, expired, declined before', async () => {
  await borrower.apply('LN-SIM-offer-short');
  expectLendingRefusal(
    await counter.get(`/v1/loans/${borrower.applicationId}/offer`),
    422,
    'Application has no offer yet',
  );
  expectLendingRefusal(await borrower.step('offer/accept'), 422, 'Application has no offer yet');
  await borrower.step('start-decisioning');
  counter.time.pass(600 + 3600);
  expectLendingRefusal(await borrower.step('offer/accept'), 422, 'Offer has expired');
  expect(await borrower.application()).toMatchObject({ status: 'OFFER_EXPIRED' });
});

test('the bank refuses accepting a declined offer and declining an accepted one', async () => {
  await borrower.receiveOffer();
  await borrower.step('offer/decline', { decline_reason: 'OFFER_SMALL' });
  expectLendingRefusal(await borrower.step('offer/accept'), 422, 'Offer is not open');
  expect((await borrower.step('offer/decline', { decline_reason: 'OFFER_SMALL' })).status).toBe(200);
});

test('the bank refuses changing an application that is decided', async () => {
  await borrower.receiveOffer();
  expectLendingRefusal(
    await borrower.step('submit-underwriting', underwriting('LIMITED_LIABILITY')),
    422,
    'Application can no longer be changed',
  );
  await borrower.step('offer/accept');
  expectLendingRefusal(await borrower.step('start-decisioning'), 422, 'Application can no longer be decided');
});
