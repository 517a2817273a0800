import { Journey } from '../../support/sandbox/borrower-journey';
import { Counter, pdf } from '../../support/sandbox/counter';

let counter: Counter;
let borrower: Journey;

beforeEach(async () => {
  counter = await Counter.open();
  borrower = new Journey(counter);
});
afterEach(() => counter.close());

test('repeated calls find the enrolment, the verification and the application that exist', async () => {
  await borrower.apply('LN-1');
  const again = await counter.post('/v1/loans/customers/enroll', { customer_id: borrower.customerId });
  expect(again.status).toBe(200);
  expect(again.body.data.account_identifier).toBe(borrower.accountNumber);
  const verified = await counter.post(`/v1/loans/customers/${borrower.customerId}/verify-kyc`);
  expect(verified.body).toMatchObject({
    message: 'KYC already verified',
    data: { kyc_status: 'VERIFIED' },
  });
  const applied = await counter.post('/v1/loans/apply', borrower.request('LN-1', 90_000_000, 3));
  expect(applied.status).toBe(200);
  expect(applied.body.data).toMatchObject({ application_id: borrower.applicationId, amount: 60_000_000 });
  for (const effect of ['enrolled', 'kyc-started', 'application-created']) {
    expect(counter.committed(effect)).toHaveLength(1);
  }
});

test('repeating any step after the application changes nothing', async () => {
  await borrower.acceptOffer('LN-1', 'LIMITED_LIABILITY');
  await borrower.step('disbursement-account', { account_number: '9000000002', bank_code: '900' });
  await borrower.handInBoardResolution();
  await borrower.step('post-offer-kyc');
  const before = counter.committed().length;
  await borrower.handInBoardResolution();
  for (const step of ['offer/accept', 'terms/agree', 'post-offer-kyc']) {
    expect((await borrower.step(step)).status).toBe(200);
  }
  expect(counter.committed()).toHaveLength(before);
});

test('an upload that is repeated gives the same address; another file or tag gives another', async () => {
  await borrower.apply();
  const upload = async (text: string, file_tag: string) =>
    (await counter.upload(borrower.applicationId, { file: pdf(text), file_tag })).body.data.file_url;
  const first = await upload('a', 'ID_CARD_DOCS');
  expect(await upload('a', 'ID_CARD_DOCS')).toBe(first);
  expect(await upload('b', 'ID_CARD_DOCS')).not.toBe(first);
  expect(await upload('a', 'ADDITIONAL_DOCS')).not.toBe(first);
  expect(counter.committed('document-stored')).toHaveLength(3);
});

test('creating a customer or an account again creates another: the document does not forbid it', async () => {
  await borrower.becomeCustomer();
  const first = borrower.customerId;
  await borrower.becomeCustomer();
  expect(borrower.customerId).not.toBe(first);
  const [one, two] = counter.committed('customer-created');
  expect(one?.key).toBe(two?.key);
});
